import type { WorkerOptions } from '@temporalio/worker'
import { NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { loadClientConnectConfig } from '@temporalio/envconfig'
import { createDeliverActivities } from '../activities/deliver-notification.ts'
import { createWebhookActivities } from '../activities/deliver-webhook.ts'
import { createHousekeepingActivities } from '../activities/housekeeping.ts'
import { createPaymentActivities } from '../activities/payment-activities.ts'
import { createRecordActivities } from '../activities/record.ts'
import { createSettlementActivities } from '../activities/settlement.ts'
import { readConfig } from '../src/config.ts'
import { createLog } from '../src/log.ts'
import { createMetrics } from '../src/metrics.ts'
import { openDatabases } from '../src/postgres/databases.ts'
import { createTokenizationActors } from '../src/gateway/tokenization-actors.ts'
import { wakeWebhooks } from '../src/gateway/webhooks.ts'
import { createTemporalClient, dataConverterOf, namespaceOf } from '../src/gateway/temporal.ts'
import { loadKeyRing } from '../src/vault/key-ring.ts'
import { workflowBundle } from './bundle.ts'
import { createDeps } from '../activities/create-deps.ts'
import { ensureSchedules } from './schedules.ts'
import { sdkMetrics } from './sdk-metrics.ts'
import { createSendCommand } from './send-command.ts'
import { serveMetrics } from './serve-metrics.ts'
import { temporalLogger } from './temporal-logger.ts'
import { versioning } from './versioning.ts'
import { createWebhookWaker } from './webhook-waker.ts'

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
const client = createTemporalClient(keyRing, config)
const tokenizations = createTokenizationActors(client)
const metrics = createMetrics('worker')
const deps = createDeps({ config, db, vaultDb, keyRing, log, metrics, tokenizations })
const wake = (ids: readonly string[]) => wakeWebhooks(client, ids)
const waker = createWebhookWaker({ webhooks: deps.webhooks, wake, log })
const connection = await NativeConnection.connect(loadClientConnectConfig().connectionOptions)
const common = {
  connection,
  namespace: namespaceOf(),
  dataConverter: dataConverterOf(keyRing),
  shutdownGraceTime: '8s',
  shutdownForceTime: '12s',
  ...versioning(config.worker),
} satisfies Partial<WorkerOptions>

const payments = await Worker.create({
  ...common,
  taskQueue: 'payments',
  workflowBundle: await workflowBundle(config.worker.bundle),
  activities: {
    ...createPaymentActivities(deps),
    ...createRecordActivities({ ...deps, hint: waker.after(deps.hint) }),
    ...createSettlementActivities({ ...deps, sendCommand: createSendCommand(client) }),
    ...createHousekeepingActivities(deps),
  },
  maxCachedWorkflows: config.worker.cachedWorkflows,
  // A worker that died is given up after a second, not after ten.
  stickyQueueScheduleToStartTimeout: '1s',
})
const notifications = await Worker.create({
  ...common,
  taskQueue: 'notifications',
  activities: { ...createDeliverActivities(deps), ...createWebhookActivities({ ...deps, wake }) },
  maxConcurrentActivityTaskExecutions: 200,
})

const privateServer = await serveMetrics({ config, log, metrics, client, db, sdk })
const running = Promise.all([payments.run(), notifications.run()])
// Payments do not wait for it: the schedules of an earlier start are there already.
ensureSchedules(client).catch((error: unknown) => {
  log.error({ err: error }, 'schedules could not be set')
})
// Whoever started it waits for this line, whatever the level of the others.
log.child({}, { level: 'info' }).info('worker ready')
for (const name of ['SIGTERM', 'SIGINT'] as const)
  process.once(name, () => {
    log.info({ signal: name }, 'worker stops')
    payments.shutdown()
    notifications.shutdown()
  })
await running
waker.stop()
await privateServer?.stop(1_000)
await client.connection.close()
await connection.close()
await databases.end()
