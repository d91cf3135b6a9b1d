import type { Services } from '../http/for-portal.ts'
import type { AuditEntry } from '../postgres/operator-audit.ts'
import type { PortalEvents } from '../postgres/portal/events.ts'
import type { People } from '../postgres/portal/people.ts'
import type { PortalSessions } from '../postgres/portal/sessions.ts'
import type { SignIns } from '../postgres/portal/sign-ins.ts'
import type { SavedViews } from '../postgres/portal/views.ts'
import type { Ask, Asker } from './ask.ts'
import type { Live } from './live/live.ts'
import type { Overviews } from './overviews.ts'

/** Everything that a page of the portal may use. `start-portal.ts` makes it. */
export interface Portal {
  config: {
    environment: 'sandbox' | 'production'
    rateLimitPerSecond: number
    server: { trustedProxies: string[] }
  }
  log: Services['log']
  metrics: Services['metrics']
  /** The API, in the name of whoever this session belongs to. */
  askAs(asker: Asker): Ask
  newId(): string
  /** What a form of that session must bring along. */
  csrfOf(sessionId: string): string
  people: People
  signIns: SignIns
  sessions: PortalSessions
  events: PortalEvents
  overviews: Overviews
  views: SavedViews
  live: Live
  audit(entry: AuditEntry): Promise<void>
  /** How people reach it. */
  url: string
}

/** Where nobody's money moves. */
export const isSandbox = ({ config }: Pick<Portal, 'config'>): boolean =>
  config.environment === 'sandbox'

/** Browsers refuse the cookie from anything but https, wherever people come by https. */
export const isSecure = ({ url }: Pick<Portal, 'url'>): boolean => url.startsWith('https:')
