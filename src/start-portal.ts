import { readConfig } from './settings/config.ts'
import type { PortalConfig } from './settings/config.ts'
import type { Health } from './process/health.ts'
import { listen } from './http/listen.ts'
import type { HttpServer } from './http/listen.ts'
import { createLog } from './process/log.ts'
import type { Log } from './process/log.ts'
import { lowerPriority } from './process/lower-priority.ts'
import { createMetrics } from './process/metrics.ts'
import { createOperatorApp } from './operator/app.ts'
import { outliveConnections } from './process/outlive-connections.ts'
import { askAt } from './portal/ask.ts'
import { createPortal } from './portal/create-portal.ts'
import { createLive } from './portal/live/live.ts'
import { createOverviews } from './portal/overviews.ts'
import type { Portal } from './portal/portal.ts'
import { portalRoutes } from './portal/routes.ts'
import { listenToHints } from './postgres/changes.ts'
import { programName } from './postgres/databases.ts'
import { createDbPool, ping } from './postgres/db.ts'
import type { DbPool } from './postgres/db.ts'
import { auditOperator } from './postgres/operator-audit.ts'
import { createPortalEvents } from './postgres/portal/events.ts'
import { createMerchantFigures } from './postgres/portal/figures.ts'
import { merchantsOfPayments } from './postgres/portal/merchants-of-payments.ts'
import { createPeople } from './postgres/portal/people.ts'
import { createPortalSessions } from './postgres/portal/sessions.ts'
import { createSignIns } from './postgres/portal/sign-ins.ts'
import { createSavedViews } from './postgres/portal/views.ts'
import { refuseSandboxData } from './postgres/review/deployment.ts'
import { Refusals } from './process/refusals.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { createEnvelope } from './vault/envelope.ts'
import { createLocalKeyWrapper } from './vault/local-key-wrapper.ts'
import { loadPortalKeys } from './vault/portal-keys.ts'
import type { PortalKeys } from './vault/portal-keys.ts'
import { keyedId, randomId } from './vault/random-id.ts'

const STOP_DEADLINE_MS = 15_000
/** However many people click, they wait for one another, and not payments for them. */
const CONNECTIONS = 4
/** Whoever gives way waits longer; a page that comes late is better than none. */
const CONNECT_TIMEOUT_MS = 10_000
const HEALTH_TIMEOUT_MS = 2_000

/**
 * `portal`: the merchants' people, and nobody else. It asks the API as the person whose session it
 * presents; of its own it has people, sessions and figures. It gives way to payments.
 */
export async function startPortal(): Promise<void> {
  const config = readConfig(process.env, 'portal')
  const log = createLog('portal', config.logLevel)
  outliveConnections(log)
  const stopTracing = startTracing(config, 'portal', log)
  const { keys, db } = await openGround(config, (error) => {
    log.warn({ err: error }, 'database connection lost')
  })
  const health = healthOf(config, db)
  const metrics = createMetrics('portal')
  const privateServer = await servePrivately(config, { log, metrics, health })
  const { url } = config.portal
  const portal = portalOver({ config, log, metrics, keys, db, url, apiUrl: config.apiUrl })
  const hints = listenToHints(config.database.url, portal.live.heard, (error) => {
    log.warn({ err: error }, 'database connection lost')
  })
  const app = createPortal(portal, portalRoutes)
  // From here on, and not before: on a busy machine a start that gives way does not end.
  lowerPriority(config.portal.niceness)
  const server = await listen(app, { host: config.server.host, port: config.portal.port })
  log.info({ port: server.port, privatePort: privateServer?.port }, 'portal ready')

  async function stop(signal: string): Promise<void> {
    log.info({ signal }, 'portal stops')
    health.draining = true
    await hints.close()
    portal.live.close()
    await server.stop(STOP_DEADLINE_MS)
    await privateServer?.stop(1_000)
    await db.end()
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
  const keys = await refusals.attempt(() => loadPortalKeys(config.keysFile, { production }))
  const db = createDbPool({
    databaseUrl: config.database.url,
    applicationName: programName('tollgate-portal', config.buildId),
    maxConnections: CONNECTIONS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    onError,
  })
  if (production) await refusals.attempt(() => refuseSandboxData(db))
  if (refusals.any || !keys) {
    await db.end()
    throw refusals.asOne
  }
  return { keys, db }
}

/** Without the API people still sign in and see figures; what they ask of it is answered 503. */
const healthOf = ({ apiUrl }: PortalConfig, db: DbPool): Health => ({
  draining: false,
  checks: {
    postgres: () => ping(db),
    api: async () => {
      const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS)
      const { ok, status } = await fetch(`${apiUrl}/health/live`, { signal })
      if (!ok) throw new Error(`the API answers ${String(status)}`)
    },
  },
  needed: ['postgres'],
})

async function servePrivately(
  { server, portal, operatorToken }: PortalConfig,
  parts: Pick<Portal, 'log' | 'metrics'> & { health: Health },
): Promise<HttpServer | undefined> {
  if (portal.metricsPort === undefined) return undefined
  const app = createOperatorApp({ ...parts, operatorToken })
  return listen(app, { host: server.operatorHost, port: portal.metricsPort })
}

interface PortalParts extends Pick<Portal, 'config' | 'metrics' | 'url'> {
  log: Log
  keys: PortalKeys
  db: DbPool
  apiUrl: string
}

/** Everything that pages use, over one pool and one address of the API. */
export function portalOver({ keys, db, apiUrl, ...parts }: PortalParts): Portal {
  const codes = createEnvelope(createLocalKeyWrapper(keys))
  const sessions = createPortalSessions(db)
  const live = createLive({
    merchantsOf: (ids) => merchantsOfPayments(db, ids),
    good: sessions.good,
    onError: (error) => {
      parts.log.warn({ err: error }, 'pages are not told of changes')
    },
  })
  return {
    ...parts,
    askAs: askAt(apiUrl),
    newId: randomId,
    csrfOf: (sessionId) => keyedId(keys.forms, 'portal-csrf', sessionId),
    people: createPeople(db, codes),
    signIns: createSignIns(db, codes),
    live,
    sessions: {
      ...sessions,
      end: async (personId, sessionId) => {
        live.endSession(sessionId)
        return sessions.end(personId, sessionId)
      },
    },
    events: createPortalEvents(db),
    overviews: createOverviews(createMerchantFigures(db), parts.log),
    views: createSavedViews(db),
    audit: (entry) => auditOperator(db, entry),
  }
}
