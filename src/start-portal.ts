import { readConfig } from './config.ts'
import type { PortalConfig } from './config.ts'
import { takesSeveralCaptures } from './connectors/registry.ts'
import { createAdmission } from './gateway/admission.ts'
import { createGateway } from './gateway/gateway.ts'
import { connectionOptionsOf, createTemporalClient } from './gateway/temporal.ts'
import { createServices } from './http/create-services.ts'
import { listen } from './http/listen.ts'
import type { HttpServer } from './http/listen.ts'
import type { Services } from './http/services.ts'
import { createLog } from './log.ts'
import type { Log } from './log.ts'
import { lowerPriority } from './lower-priority.ts'
import { addAdmissionFigures, createMetrics } from './metrics.ts'
import { createOperatorApp } from './operator/app.ts'
import { outliveConnections } from './outlive-connections.ts'
import { createPortal } from './portal/create-portal.ts'
import { createOverviews } from './portal/overviews.ts'
import type { Portal } from './portal/portal.ts'
import { portalRoutes } from './portal/routes.ts'
import { createCardTokenReads } from './postgres/card-tokens.ts'
import { listenToChanges } from './postgres/changes.ts'
import { programName } from './postgres/databases.ts'
import { createDbPool, ping } from './postgres/db.ts'
import type { DbPool } from './postgres/db.ts'
import { auditOperator } from './postgres/operator-audit.ts'
import { createPaymentReads } from './postgres/payments.ts'
import { createMerchantFigures } from './postgres/portal/figures.ts'
import { createPeople } from './postgres/portal/people.ts'
import { createPortalSessions } from './postgres/portal/sessions.ts'
import { createSignIns } from './postgres/portal/sign-ins.ts'
import { createSavedViews } from './postgres/portal/views.ts'
import { refuseSandboxData } from './postgres/review/deployment.ts'
import { createTokenizationReads } from './postgres/tokenizations.ts'
import { Refusals } from './refusals.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { createKeyWrapper } from './vault/create-key-wrapper.ts'
import { createEnvelope } from './vault/envelope.ts'
import { loadKeyRing } from './vault/key-ring.ts'
import { createSecretMemory } from './vault/secret-memory.ts'

const STOP_DEADLINE_MS = 15_000
/** However many people click, they wait for one another, and not payments for them. */
const CONNECTIONS = 4
/** Whoever gives way waits longer; a page that comes late is better than none. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * `portal`: the merchants' people, and nobody else. It sends commands as an api does and takes no work of
 * Temporal's; it gives way to payments, and knows neither cards nor the keys of providers.
 */
export async function startPortal(): Promise<void> {
  const config = readConfig(process.env, 'portal')
  const log = createLog('portal', config.logLevel)
  outliveConnections(log)
  const stopTracing = startTracing(config, 'portal', log)
  const parts = await createParts(config, log)
  const privateServer = await servePrivately(config, parts.services)
  const app = createPortal(portalOver(parts.services, parts.db, config.portal.url), portalRoutes)
  // From here on, and not before: on a busy machine a start that gives way does not end.
  lowerPriority(config.portal.niceness)
  const server = await listen(app, { host: config.server.host, port: config.portal.port })
  log.info({ port: server.port, privatePort: privateServer?.port }, 'portal ready')

  async function stop(signal: string): Promise<void> {
    log.info({ signal }, 'portal stops')
    parts.services.health.draining = true
    await server.stop(STOP_DEADLINE_MS)
    await privateServer?.stop(1_000)
    await parts.changes.close()
    await parts.temporal.connection.close()
    await parts.db.end()
    await stopTracing()
    log.info('portal stopped')
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, 'portal did not stop cleanly')
        process.exit(1)
      })
    })
}

/** Reaches keys and database, or says everything for which the process must not start. */
export async function openGround(config: PortalConfig, onError: (error: Error) => void) {
  const production = config.environment === 'production'
  const refusals = new Refusals()
  const keyRing = await refusals.attempt(() => loadKeyRing(config.keysFile, { production }))
  await refusals.attempt(() => connectionOptionsOf(config))
  const db = createDbPool({
    databaseUrl: config.database.url,
    applicationName: programName('tollgate-portal', config.buildId),
    maxConnections: CONNECTIONS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    onError,
  })
  if (production) await refusals.attempt(() => refuseSandboxData(db))
  if (refusals.any || !keyRing) {
    await db.end()
    throw refusals.told
  }
  return { keyRing, db, temporal: createTemporalClient(keyRing, config) }
}

async function createParts(config: PortalConfig, log: Log) {
  const onError = (error: Error) => {
    log.warn({ err: error }, 'database connection lost')
  }
  const { keyRing, temporal, db } = await openGround(config, onError)
  const changes = listenToChanges(config.database.url, onError)
  const metrics = createMetrics('portal')
  const admission = createAdmission(config.commands)
  addAdmissionFigures(metrics, admission)
  const payments = createPaymentReads(db, changes)
  const tokenizations = createTokenizationReads(db, changes)
  const services = createServices({
    ...{ log, metrics, keyRing, db, vaultDb: db, payments, tokenizations, admission },
    ...{ takesSeveralCaptures, endpoints: [], ...elsewhere() },
    config: withoutProviders(config),
    cardTokens: createCardTokenReads(db),
    gateway: createGateway({ client: temporal, payments, tokenizations, log, admission }),
    secrets: createSecretMemory(),
    health: {
      draining: false,
      checks: {
        postgres: () => ping(db),
        temporal: () => temporal.workflowService.getSystemInfo({}),
      },
      // Without Temporal people still see what stands; their orders are answered 503.
      needed: ['postgres'],
    },
  })
  return { services, db, changes, temporal }
}

/** What payments are made with, and nothing that people do on the portal asks for. */
function elsewhere() {
  const refuse = (): never => {
    throw new Error('the portal makes no payments')
  }
  return {
    secretOwner: 'portal',
    ...{ cardVisual: refuse, walletKeys: refuse, appleSession: refuse, banks: refuse },
    ...{ threeDsVersions: refuse, threeDsResult: refuse, hasAppleCertificate: refuse },
  }
}

const withoutProviders = (config: PortalConfig): Services['config'] => ({
  ...config,
  docs: { merchantId: undefined, secret: undefined },
  get providers(): never {
    throw new Error('the portal knows no provider')
  },
  get wallets(): never {
    throw new Error('the portal knows no wallet')
  },
})

async function servePrivately(
  { server, portal, operatorToken }: PortalConfig,
  { log, metrics, health }: Services,
): Promise<HttpServer | undefined> {
  if (portal.metricsPort === undefined) return undefined
  const app = createOperatorApp({ log, metrics, health, operatorToken })
  return listen(app, { host: server.operatorHost, port: portal.metricsPort })
}

/** Everything that pages use, over one pool. */
export function portalOver(services: Services, db: DbPool, url: string): Portal {
  const envelope = createEnvelope(createKeyWrapper(services.keyRing))
  return {
    ...{ services, url },
    people: createPeople(db, envelope),
    signIns: createSignIns(db, envelope),
    sessions: createPortalSessions(db),
    overviews: createOverviews(createMerchantFigures(db), services.log),
    views: createSavedViews(db),
    audit: (entry) => auditOperator(db, entry),
  }
}
