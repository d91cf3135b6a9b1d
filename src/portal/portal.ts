import type { Services } from '../http/for-portal.ts'
import type { MerchantFigures } from '../postgres/portal/figures.ts'
import type { People } from '../postgres/portal/people.ts'
import type { PortalSessions } from '../postgres/portal/sessions.ts'
import type { SignIns } from '../postgres/portal/sign-ins.ts'
import type { AuditEntry } from '../postgres/operator-audit.ts'

/** Everything that a page of the portal may use. `start-api.ts` makes the real one. */
export interface Portal {
  services: Services
  people: People
  signIns: SignIns
  sessions: PortalSessions
  figures: MerchantFigures
  audit(entry: AuditEntry): Promise<void>
  /** How people reach it. */
  url: string
}

/** Browsers refuse the cookie from anything but https, wherever people come by https. */
export const isSecure = ({ url }: Pick<Portal, 'url'>): boolean => url.startsWith('https:')
