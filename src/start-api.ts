import { randomUUID } from 'node:crypto'
import { createDeps } from '../activities/create-deps.ts'
import { threeDsOf } from '../activities/authentication.ts'
import type { Deps } from '../activities/deps.ts'
import { connect } from '../worker/connect.ts'
import { installRuntime } from '../worker/install-runtime.ts'
import { sdkMetrics } from '../worker/sdk-metrics.ts'
import type { SdkMetrics } from '../worker/sdk-metrics.ts'
import { createCheckout } from './checkout/create-checkout.ts'
import { readConfig } from './settings/config.ts'
import type { GatewayConfig } from './settings/config.ts'
import { givesMoneyBack, takesSeveralCaptures } from './connectors/registry.ts'
import { challengeOutcome } from './connectors/threeds/outcome.ts'
import type { ApplePay } from './connectors/apple-pay/index.ts'
import { createApplePay } from './connectors/apple-pay/index.ts'
import { appleDomain } from './http/apple-domain.ts'
import { createAppleCertificates } from './http/lookups/apple-certificates.ts'
import { readVia } from './domain/actor/via.ts'
import { createAdmission } from './gateway/admission.ts'
import { createGateway } from './gateway/gateway.ts'
import type { Gateway } from './gateway/gateway.ts'
import { createApp } from './http/app.ts'
import { createServices } from './http/create-services.ts'
import { icons } from './http/icons.ts'
import { listen } from './http/listen.ts'
import type { BankAccount } from './http/services.ts'
import { receiveAutopay } from './http/providers/receive-autopay.ts'
import { receivePrzelewy24 } from './http/providers/receive-przelewy24.ts'
import { referencePage } from './reference/reference-page.tsx'
import { endpoints } from './http/routes.ts'
import { createLog } from './process/log.ts'
import type { Log } from './process/log.ts'
import { addAdmissionFigures, createMetrics } from './process/metrics.ts'
import { addAlarmGauges } from './operator/alarm-gauges.ts'
import { createOperatorApp } from './operator/app.ts'
import { codecCors, codecRoutes } from './operator/codec-routes.ts'
import { commandRoutes } from './operator/command-routes.ts'
import { readOidcSettings } from './operator/oidc/oidc-settings.ts'
import { receiveTokenLifecycle } from './operator/receive-token-lifecycle.ts'
import { listPages } from './operator/pages/list-pages.ts'
import { paymentPages } from './operator/pages/payment-pages.ts'
import { settlementRoutes } from './operator/settlement-routes.ts'
import { temporalUiRoute } from './operator/temporal-ui-route.tsx'
import { outliveConnections } from './process/outlive-connections.ts'
import { listenToChanges } from './postgres/changes.ts'
import { ping } from './postgres/db.ts'
import { createDisputeReads } from './postgres/disputes/disputes.ts'
import { createPaymentReads } from './postgres/payments.ts'
import { createTokenizationReads } from './postgres/tokenizations.ts'
import { prepareProcessWorker, prepareWorkers } from '../worker/start-workers.ts'
import { namespaceOf } from './gateway/temporal.ts'
import { createTokenizationActors } from './gateway/tokenization-actors.ts'
import { createSecretMemory } from './vault/secret-memory.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { publicWalletKeys } from './wallets/keys.ts'

const STOP_DEADLINE_MS = 15_000

/**
 * `api`: HTTP, and the calls that need a secret of this process. `gateway`: a worker as well, on the
 * same connection, so that the first task of a payment comes here with the answer to its start, and a
 * card's CVV never has to be asked for elsewhere.
 */
export async function startApi(role: 'api' | 'gateway'): Promise<void> {
  const config = readConfig(process.env, 'api')
  const log = createLog('api', config.logLevel)
  outliveConnections(log)
  const stopTracing = startTracing(config, 'api', log)
  const sdk = role === 'gateway' ? await sdkMetrics() : undefined
  installRuntime(log, sdk)
  const parts = { role, sdk, ...(await createParts(config, log)) }
  const { deps, temporal: client, connection } = parts
  const prepare = role === 'gateway' ? prepareWorkers : prepareProcessWorker
  const begin = await prepare({ config, deps, client, connection })
  const servers = await startServers(parts)
  const workers = begin()
  log.info({ role, ...servers.ports }, 'api ready')

  // HTTP first, so that nothing new comes; then the calls that only this process can finish.
  async function stop(signal: string): Promise<void> {
    log.info({ signal }, 'api stops')
    parts.health.draining = true
    await servers.publicServer.stop(STOP_DEADLINE_MS)
    await workers.stop()
    parts.secrets.clear()
    await servers.privateServer.stop(1_000)
    await parts.changes.close()
    await connection.close()
    await parts.databases.end()
    await stopTracing()
    log.info('api stopped')
  }

  const end = (why: string) => {
    stop(why).catch((error: unknown) => {
      log.error({ err: error }, 'api did not stop cleanly')
      process.exit(1)
    })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(signal))
  workers.ended.catch((error: unknown) => {
    log.error({ err: error }, 'the worker cannot go on')
    process.exit(1)
  })
}

/** What the process is made of, before it listens or takes any work. */
async function createParts(config: GatewayConfig, log: Log) {
  const metrics = createMetrics('api')
  const ground = await connect('api', config, log)
  const { keyRing, databases, connection, temporal } = ground
  const { db, vaultDb } = databases
  const changes = listenToChanges(config.database.url, ground.onDatabaseError)
  const secrets = createSecretMemory()
  const processQueue = `api-${randomUUID()}`
  const deps = createDeps({
    config,
    db,
    vaultDb,
    keyRing,
    log,
    metrics,
    secrets,
    processQueue,
    changes,
    tokenizations: createTokenizationActors(temporal),
  })
  const health = {
    draining: false,
    checks: {
      postgres: () => ping(db),
      temporal: () => temporal.workflowService.getSystemInfo({}),
    },
    // Without Temporal reads go on; no balancer may take all processes away because of it.
    needed: ['postgres'],
  }
  return {
    config,
    log,
    metrics,
    keyRing,
    databases,
    db,
    vaultDb,
    changes,
    connection,
    temporal,
    secrets,
    deps,
    health,
    payments: createPaymentReads(db, changes),
    tokenizations: createTokenizationReads(db, changes),
    disputes: createDisputeReads(db, changes),
  }
}

type ApiParts = Awaited<ReturnType<typeof createParts>> & {
  role: 'api' | 'gateway'
  sdk: SdkMetrics | undefined
}

/** Only the sandbox has a wallet that asks for no certificate of the merchant. */
function applePayOf(
  { environment, wallets }: GatewayConfig,
  certificateOf: ReturnType<typeof createAppleCertificates>['read'],
): ApplePay {
  const { rootsUrl, appleUrl } = wallets
  return environment === 'sandbox' && rootsUrl !== undefined
    ? createApplePay({ url: new URL('/wallets/apple', rootsUrl).href })
    : createApplePay({ url: appleUrl, certificateOf })
}

async function startServers(parts: ApiParts) {
  const { config, log, deps, temporal, payments, tokenizations, disputes } = parts
  const admission = createAdmission(config.commands)
  addAdmissionFigures(parts.metrics, admission)
  const gateway = createGateway({
    client: temporal,
    payments,
    tokenizations,
    disputes,
    log,
    admission,
    live: config.environment === 'production',
    eager: parts.role === 'gateway',
  })
  const certificates = createAppleCertificates(config.wallets.appleCertificates)
  const applePay = applePayOf(config, certificates.read)
  const services = createServices({
    config,
    log,
    gateway,
    admission,
    payments,
    tokenizations,
    disputes,
    endpoints,
    metrics: parts.metrics,
    db: parts.db,
    vaultDb: parts.vaultDb,
    keyRing: parts.keyRing,
    secrets: parts.secrets,
    secretOwner: deps.processQueue,
    health: parts.health,
    cardTokens: deps.cardTokens,
    cardVisual: (instrumentRef, visualId) => deps.tokenServices.vts.visual(instrumentRef, visualId),
    walletKeys: () => publicWalletKeys(parts.keyRing.wallets),
    banks: (account) => banksOf(deps, account),
    threeDsVersions: async (account, number, signal) =>
      (await (await threeDsOf(deps, account))?.lookUp?.(number, signal)) ?? { type: 'unavailable' },
    threeDsResult: async (account, serverTransId) => {
      const found = await (await threeDsOf(deps, account))?.result(serverTransId)
      return found?.type === 'final' ? challengeOutcome(found.outcome) : undefined
    },
    appleSession: (request) => applePay.openSession(request),
    hasAppleCertificate: certificates.has,
    takesSeveralCaptures,
    givesMoneyBack,
  })
  const { host, port, operatorHost, operatorPort } = config.server
  const checkout = await createCheckout(services)
  const domain = appleDomain(config.wallets.appleDomainFile)
  const providers = [receiveAutopay(services), receivePrzelewy24(services)]
  const pages = [icons(), domain, ...providers, referencePage(services), checkout]
  const app = createApp(services, endpoints, pages)
  const publicServer = await listen(app, { host, port, socket: config.listenSocket })
  // Last, so that whoever asks here whether the process is ready hears of both.
  const privateServer = await listen(privateApp(parts, gateway), {
    host: operatorHost,
    port: operatorPort,
  })
  const ports = { port: publicServer.port, operatorPort: privateServer.port }
  return { publicServer, privateServer, ports }
}

/** Of a merchant's own account, where its transfers go through one. */
async function banksOf({ bank, accounts }: Deps, { merchantId, via }: BankAccount) {
  const client = via === undefined ? bank : await accounts.bank({ merchantId, ...readVia(via) })
  if (!client) throw new Error('the account of bank transfers cannot be opened')
  return client.banks()
}

function privateApp(parts: ApiParts, gateway: Gateway) {
  const { config, log, metrics, health, db, keyRing, temporal: client, sdk, deps } = parts
  addAlarmGauges({ metrics, log }, { db, client })
  const production = config.environment === 'production'
  return createOperatorApp({
    log,
    metrics,
    health,
    operatorToken: config.operatorToken,
    trustedProxies: config.server.trustedProxies,
    operators: {
      db,
      uiUrl: config.temporal.uiUrl,
      secure: production,
      oidc: readOidcSettings(config.server.operatorOidcFile, { production }),
    },
    moreMetrics: sdk && (() => sdk.read()),
    open: [
      codecCors(config.temporal.uiUrl),
      receiveTokenLifecycle({
        log,
        gateway,
        key: config.providers.tokens.webhookKey,
        cardTokens: deps.cardTokens,
        tokenizations: parts.tokenizations,
      }),
    ],
    routers: [
      listPages({ db, metrics }),
      settlementRoutes({ client, db }),
      commandRoutes({ db }),
      codecRoutes({ db, keyRing }),
      temporalUiRoute(config.temporal.uiUrl, namespaceOf()),
      paymentPages({
        db,
        client,
        keyRing,
        namespace: namespaceOf(),
        temporalUi: config.temporal.uiUrl,
        providerLog:
          config.environment === 'sandbox' ? `${config.providers.acquirer.url}/log` : undefined,
      }),
    ],
  })
}
