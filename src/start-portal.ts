import type { GatewayConfig } from './config.ts'
import { listen } from './http/listen.ts'
import type { HttpServer } from './http/listen.ts'
import type { Services } from './http/services.ts'
import { createPortal } from './portal/create-portal.ts'
import { portalRoutes } from './portal/routes.ts'
import type { DbPool } from './postgres/db.ts'
import { auditOperator } from './postgres/operator-audit.ts'
import { createMerchantFigures } from './postgres/portal/figures.ts'
import { createPeople } from './postgres/portal/people.ts'
import { createPortalSessions } from './postgres/portal/sessions.ts'
import { createSignIns } from './postgres/portal/sign-ins.ts'
import { createKeyWrapper } from './vault/create-key-wrapper.ts'
import { createEnvelope } from './vault/envelope.ts'

/** The portal on its own port, where one is set. */
export async function startPortal(
  { server, portal }: Pick<GatewayConfig, 'server' | 'portal'>,
  services: Services,
  db: DbPool,
): Promise<HttpServer | undefined> {
  if (portal.port === undefined) return undefined
  const envelope = createEnvelope(createKeyWrapper(services.keyRing))
  const app = createPortal(
    {
      services,
      people: createPeople(db, envelope),
      signIns: createSignIns(db, envelope),
      sessions: createPortalSessions(db),
      figures: createMerchantFigures(db),
      audit: (entry) => auditOperator(db, entry),
      url: portal.url,
    },
    portalRoutes,
  )
  return listen(app, { host: server.host, port: portal.port })
}
