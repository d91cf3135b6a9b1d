import { randomUUID } from 'node:crypto'
import { Runtime } from '@temporalio/worker'
import { createDeps } from '../activities/create-deps.ts'
import { temporalLogger } from '../worker/temporal-logger.ts'
import { createCheckout } from './checkout/create-checkout.ts'
import { readConfig } from './config.ts'
import { createApplePay } from './connectors/apple-pay/index.ts'
import { createGateway } from './gateway/gateway.ts'
import { createApp } from './http/app.ts'
import { createServices } from './http/create-services.ts'
import { icons } from './http/icons.ts'
import { listen } from './http/listen.ts'
import { referencePage } from './http/reference/reference-page.ts'
import { endpoints } from './http/routes.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { addAlarmGauges } from './operator/alarm-gauges.ts'
import { createOperatorApp } from './operator/app.ts'
import { codecCors, codecRoutes } from './operator/codec-routes.ts'
import { receiveTokenLifecycle } from './operator/receive-token-lifecycle.ts'
import { paymentPages } from './operator/payment-pages.ts'
import { settlementRoutes } from './operator/settlement-routes.ts'
import { listenToChanges } from './postgres/changes.ts'
import { openDatabases } from './postgres/databases.ts'
import { ping } from './postgres/db.ts'
import { createPaymentReads } from './postgres/payments.ts'
import { createTokenizationReads } from './postgres/tokenizations.ts'
import { startSecretWorker } from '../worker/secret-worker.ts'
import { createTemporalClient, namespaceOf } from './gateway/temporal.ts'
import { createTokenizationActors } from './gateway/tokenization-actors.ts'
import { loadKeyRing } from './vault/key-ring.ts'
import { createSecretMemory } from './vault/secret-memory.ts'
import { publicWalletKeys } from './wallets/keys.ts'

const STOP_DEADLINE_MS = 15_000

const config = readConfig(process.env, 'api')
const log = createLog('api', config.logLevel)
const metrics = createMetrics('api')
Runtime.install({ logger: temporalLogger(log), shutdownSignals: [] })

const keyRing = loadKeyRing(config.keysFile, { production: config.environment === 'production' })
const onLost = (error: Error) => {
  log.warn({ err: error }, 'database connection lost')
}
const databases = openDatabases(config.database, {
  applicationName: 'tollgate-api',
  maxConnections: 20,
  onError: onLost,
})
const { db, vaultDb } = databases
const changes = listenToChanges(config.database.url, onLost)
const payments = createPaymentReads(db, changes)
const tokenizations = createTokenizationReads(db, changes)
const temporal = createTemporalClient(keyRing, config)
const secrets = createSecretMemory()
const secretOwner = `api-${randomUUID()}`
const deps = createDeps({
  ...{ config, db, vaultDb, keyRing, log, metrics, secrets },
  tokenizations: createTokenizationActors(temporal),
})
const secretWorker = await startSecretWorker(deps, secretOwner)
const health = {
  draining: false,
  checks: {
    postgres: () => ping(db),
    temporal: () => temporal.workflowService.getSystemInfo({}),
  },
}

const live = config.environment === 'production'
const gateway = createGateway({ client: temporal, payments, tokenizations, log, live })
// Only the sandbox has a wallet that asks for no certificate of the merchant.
const { rootsUrl } = config.wallets
const applePay =
  config.environment === 'sandbox' && rootsUrl !== undefined
    ? createApplePay(new URL('/wallets/apple', rootsUrl).href)
    : undefined
const services = createServices({
  config,
  log,
  metrics,
  db,
  vaultDb,
  keyRing,
  payments,
  gateway,
  secrets,
  secretOwner,
  endpoints,
  health,
  tokenizations,
  cardTokens: deps.cardTokens,
  cardVisual: (instrumentRef, visualId) => deps.tokenServices.vts.visual(instrumentRef, visualId),
  walletKeys: () => publicWalletKeys(keyRing.wallets),
  banks: () => deps.bank.banks(),
  threeDsVersions: (number, signal) => deps.threeDs.lookUp(number, signal),
  appleSession: async (request) => applePay?.openSession(request),
})
const { host, port, operatorHost, operatorPort } = config.server
addAlarmGauges({ metrics, log }, { db, client: temporal })
const operatorApp = createOperatorApp({
  log,
  metrics,
  health,
  operatorToken: config.operatorToken,
  operators: { db, uiUrl: config.temporal.uiUrl, secure: live },
  open: [
    codecCors(config.temporal.uiUrl),
    receiveTokenLifecycle({
      log,
      key: config.providers.tokens.webhookKey,
      gateway,
      cardTokens: deps.cardTokens,
      tokenizations,
    }),
  ],
  routers: [
    settlementRoutes({ client: temporal, db }),
    codecRoutes({ db, keyRing }),
    paymentPages({
      ...{ db, client: temporal, keyRing, namespace: namespaceOf() },
      temporalUi: config.temporal.uiUrl,
      providerLog:
        config.environment === 'sandbox' ? `${config.providers.acquirer.url}/log` : undefined,
    }),
  ],
})
const privateServer = await listen(operatorApp, { host: operatorHost, port: operatorPort })
const pages = [icons(), referencePage(services), await createCheckout(services)]
const publicServer = await listen(createApp(services, endpoints, pages), { host, port })
log.info({ port: publicServer.port, operatorPort: privateServer.port }, 'api ready')

// HTTP first, so that nothing new comes; then the calls that only this process can finish.
async function stop(signal: string): Promise<void> {
  log.info({ signal }, 'api stops')
  health.draining = true
  await publicServer.stop(STOP_DEADLINE_MS)
  await secretWorker.stop()
  secrets.clear()
  await privateServer.stop(1_000)
  await changes.close()
  await temporal.connection.close()
  await databases.end()
  log.info('api stopped')
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    stop(signal).catch((error: unknown) => {
      log.error({ err: error }, 'api did not stop cleanly')
      process.exit(1)
    })
  })
}
