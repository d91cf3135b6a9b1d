import { randomUUID } from 'node:crypto'
import { createDeps } from '../activities/create-deps.ts'
import { readConfig } from '../src/settings/config.ts'
import { createTokenizationActors } from '../src/gateway/tokenization-actors.ts'
import { createLog } from '../src/process/log.ts'
import { createMetrics } from '../src/process/metrics.ts'
import { outliveConnections } from '../src/process/outlive-connections.ts'
import { startTracing } from '../src/tracing/start-tracing.ts'
import { connect } from './connect.ts'
import { installRuntime } from './install-runtime.ts'
import { sdkMetrics } from './sdk-metrics.ts'
import { serveMetrics } from './serve-metrics.ts'
import { prepareWorkers } from './start-workers.ts'

const config = readConfig(process.env, 'worker')
const log = createLog('worker', config.logLevel)
outliveConnections(log)
const stopTracing = startTracing(config, 'worker', log)
const sdk = config.worker.metricsPort === undefined ? undefined : await sdkMetrics()
installRuntime(log, sdk)

const ground = await connect('worker', config, log)
const { keyRing, databases, connection, temporal: client } = ground
const { db, vaultDb } = databases
const metrics = createMetrics('worker')
const deps = createDeps({
  config,
  db,
  vaultDb,
  keyRing,
  log,
  metrics,
  tokenizations: createTokenizationActors(client),
  processQueue: `worker-${randomUUID()}`,
})
const begin = await prepareWorkers({ config, deps, client, connection })
const privateServer = await serveMetrics({ config, log, metrics, client, db, sdk })
const workers = begin()
// Whoever started it waits for this line, whatever the level of the others.
log.child({}, { level: 'info' }).info('worker ready')
for (const name of ['SIGTERM', 'SIGINT'] as const)
  process.once(name, () => {
    log.info({ signal: name }, 'worker stops')
    privateServer?.drain()
    void workers.stop()
  })
await workers.ended
await privateServer?.stop()
await connection.close()
await databases.end()
await stopTracing()
