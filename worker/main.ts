import { randomUUID } from 'node:crypto'
import { NativeConnection, Runtime } from '@temporalio/worker'
import { createDeps } from '../activities/create-deps.ts'
import { readConfig } from '../src/config.ts'
import { connectionOptionsOf, createTemporalClient } from '../src/gateway/temporal.ts'
import { createTokenizationActors } from '../src/gateway/tokenization-actors.ts'
import { createLog } from '../src/log.ts'
import { createMetrics } from '../src/metrics.ts'
import { openDatabases } from '../src/postgres/databases.ts'
import { loadKeyRing } from '../src/vault/key-ring.ts'
import { sdkMetrics } from './sdk-metrics.ts'
import { serveMetrics } from './serve-metrics.ts'
import { startWorkers } from './start-workers.ts'
import { temporalLogger } from './temporal-logger.ts'

const config = readConfig(process.env, 'worker')
const log = createLog('worker', config.logLevel)
const sdk = config.worker.metricsPort === undefined ? undefined : await sdkMetrics()
Runtime.install({
  logger: temporalLogger(log),
  shutdownSignals: [],
  ...(sdk && { telemetryOptions: sdk.telemetryOptions }),
})

const keyRing = loadKeyRing(config.keysFile, { production: config.environment === 'production' })
const databases = openDatabases(config.database, {
  applicationName: 'tollgate-worker',
  maxConnections: 20,
  onError: (error) => log.warn({ error }, 'database connection lost'),
})
const { db, vaultDb } = databases
const connection = await NativeConnection.connect(connectionOptionsOf(config))
const client = createTemporalClient(keyRing, config, connection)
const metrics = createMetrics('worker')
const deps = createDeps({
  ...{ config, db, vaultDb, keyRing, log, metrics },
  tokenizations: createTokenizationActors(client),
  processQueue: `worker-${randomUUID()}`,
})
const workers = await startWorkers({ config, deps, client, connection })
const privateServer = await serveMetrics({ config, log, metrics, client, db, sdk })
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
