import type { Services } from '../http/for-portal.ts'
import type { People } from '../postgres/portal/people.ts'
import type { PortalSessions } from '../postgres/portal/sessions.ts'
import type { SignIns } from '../postgres/portal/sign-ins.ts'
import type { SavedViews } from '../postgres/portal/views.ts'
import type { AuditEntry } from '../postgres/operator-audit.ts'
import type { Overviews } from './overviews.ts'

/** Everything that a page of the portal may use. `start-portal.ts` makes it. */
export interface Portal {
  services: Services
  people: People
  signIns: SignIns
  sessions: PortalSessions
  overviews: Overviews
  views: SavedViews
  audit(entry: AuditEntry): Promise<void>
  /** How people reach it. */
  url: string
}

/** Where nobody's money moves. */
export const isSandbox = ({ services }: Pick<Portal, 'services'>): boolean =>
  services.config.environment === 'sandbox'

/** Browsers refuse the cookie from anything but https, wherever people come by https. */
export const isSecure = ({ url }: Pick<Portal, 'url'>): boolean => url.startsWith('https:')
