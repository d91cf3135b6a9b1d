import type { GatewayConfig } from './config.ts'
import { overOwnPool } from './http/create-services.ts'
import { listen } from './http/listen.ts'
import type { HttpServer } from './http/listen.ts'
import type { Services } from './http/services.ts'
import { createPortal } from './portal/create-portal.ts'
import { createOverviews } from './portal/overviews.ts'
import type { Portal } from './portal/portal.ts'
import { portalRoutes } from './portal/routes.ts'
import type { Changes } from './postgres/changes.ts'
import { programName } from './postgres/databases.ts'
import { createDbPool } from './postgres/db.ts'
import type { DbPool } from './postgres/db.ts'
import { auditOperator } from './postgres/operator-audit.ts'
import { createPaymentReads } from './postgres/payments.ts'
import { createMerchantFigures } from './postgres/portal/figures.ts'
import { createPeople } from './postgres/portal/people.ts'
import { createPortalSessions } from './postgres/portal/sessions.ts'
import { createSignIns } from './postgres/portal/sign-ins.ts'
import { createSavedViews } from './postgres/portal/views.ts'
import { createKeyWrapper } from './vault/create-key-wrapper.ts'
import { createEnvelope } from './vault/envelope.ts'

/** Beside the twenty of payments: however many people click, they wait for one another. */
const CONNECTIONS = 4

/** The portal on its own port and its own connections, where one is set. */
export async function startPortal(
  { server, portal, database, worker }: GatewayConfig,
  services: Services,
  changes: Changes,
): Promise<HttpServer | undefined> {
  if (portal.port === undefined) return undefined
  const db = createDbPool({
    databaseUrl: database.url,
    applicationName: programName('tollgate-portal', worker.buildId),
    maxConnections: CONNECTIONS,
    onError: (error) => services.log.warn({ err: error }, 'database connection lost'),
  })
  const own = overOwnPool(services, db, createPaymentReads(db, changes))
  const app = createPortal(portalOver(own, db, portal.url), portalRoutes)
  const listening = await listen(app, { host: server.host, port: portal.port })
  return {
    ...listening,
    stop: async (deadlineMs) => {
      await listening.stop(deadlineMs)
      await db.end()
    },
  }
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
