import { randomBytes } from 'node:crypto'
import type { Currency } from '../../domain/currency.ts'
import { readSettings } from '../../domain/merchant-settings.ts'
import type { PortalRole } from '../../domain/portal-role.ts'
import { execute, many, maybeOne, statement } from '../db.ts'
import type { DbPool } from '../db.ts'
import { hashOfSecret } from '../hash-of-secret.ts'

/** Somebody whose browser holds a session that is good now. */
export interface SignedIn {
  sessionId: string
  personId: string
  merchantId: string
  name: string
  role: PortalRole
  merchantName: string
  /** What the merchant sells in. */
  currencies: readonly Currency[]
  /** Of the merchant's record, read along with the session. */
  merchantVersion: number
}

export interface SessionRow {
  sessionId: string
  createdAt: Date
  seenAt: Date
  origin: string
  browser: string
}

/** Sessions of people on the portal: a working day at most, and an hour without a click. */
export interface PortalSessions {
  /** What the browser keeps; only its hash is kept here. */
  open(given: {
    sessionId: string
    personId: string
    origin: string
    browser: string
  }): Promise<string>
  /** Of a click: the hour begins anew. */
  find(token: string): Promise<SignedIn | undefined>
  /** Of what happens by itself, such as a page that follows its payment: the hour goes on. */
  look(token: string): Promise<SignedIn | undefined>
  /** Those of the sessions that are good now. */
  good(sessionIds: readonly string[]): Promise<string[]>
  list(personId: string): Promise<SessionRow[]>
  /** Of the person's own; false when there is none. */
  end(personId: string, sessionId: string): Promise<boolean>
  /** Addresses and browsers of visits long over, and invitations of that time, are nobody's business. */
  forget(): Promise<void>
}

const LIFE = "interval '8 hours'"
const IDLE = "interval '1 hour'"

export const createPortalSessions = (pool: DbPool): PortalSessions => ({
  open: async ({ sessionId, personId, origin, browser }) => {
    const token = randomBytes(32).toString('base64url')
    await execute(pool, OPEN, [
      hashOfSecret(token),
      sessionId,
      personId,
      origin,
      browser.slice(0, MOST_BROWSER),
    ])
    return token
  },
  find: async (token) => {
    const found = await maybeOne<Found>(pool, FIND, [hashOfSecret(token)])
    if (found?.isStale) await execute(pool, SEEN, [found.sessionId])
    return found && signedIn(found)
  },
  look: async (token) => {
    const found = await maybeOne<Found>(pool, FIND, [hashOfSecret(token)])
    return found && signedIn(found)
  },
  good: async (sessionIds) => {
    const rows = await many<{ sessionId: string }>(pool, GOOD, [sessionIds])
    return rows.map(({ sessionId }) => sessionId)
  },
  list: (personId) => many(pool, LIST, [personId]),
  end: async (personId, sessionId) => (await execute(pool, END, [personId, sessionId])) === 1,
  forget: async () => {
    await execute(pool, FORGET_SESSIONS)
    await execute(pool, FORGET_INVITATIONS)
  },
})

type Found = Omit<SignedIn, 'currencies'> & { settings: object; isStale: boolean }

const signedIn = ({ isStale: _, settings, ...found }: Found): SignedIn => ({
  ...found,
  currencies: readSettings(settings).currencies,
})

const MOST_BROWSER = 300

const IS_GOOD = `s.ended_at is null and s.expires_at > clock_timestamp()
  and s.seen_at > clock_timestamp() - ${IDLE}`

const OPEN = statement(
  'portal_session_open',
  `insert into portal_session (hash, session_id, person_id, origin, browser, expires_at)
   values ($1, $2, $3, $4, $5, clock_timestamp() + ${LIFE})`,
)
const FIND = statement(
  'portal_session_find',
  `select s.session_id as "sessionId", p.person_id as "personId", p.merchant_id as "merchantId",
          p.name, p.role, m.name as "merchantName", m.version as "merchantVersion", m.settings,
          s.seen_at < clock_timestamp() - interval '1 minute' as "isStale"
     from portal_session s join portal_person p using (person_id) join merchant m on m.mid = p.merchant_id
    where s.hash = $1 and ${IS_GOOD} and p.disabled_at is null and m.status = 'active'`,
)
const GOOD = statement(
  'portal_sessions_good',
  `select s.session_id as "sessionId" from portal_session s join portal_person p using (person_id)
    where s.session_id = any($1::text[]) and ${IS_GOOD} and p.disabled_at is null`,
)
const SEEN = statement(
  'portal_session_seen',
  'update portal_session set seen_at = clock_timestamp() where session_id = $1',
)
const LIST = statement(
  'portal_session_list',
  `select s.session_id as "sessionId", s.created_at as "createdAt", s.seen_at as "seenAt", s.origin,
          s.browser
     from portal_session s where s.person_id = $1 and ${IS_GOOD} order by s.created_at desc`,
)
const END = statement(
  'portal_session_end',
  `update portal_session set ended_at = clock_timestamp()
    where person_id = $1 and session_id = $2 and ended_at is null`,
)
const LONG_OVER = "expires_at < clock_timestamp() - interval '90 days'"
const FORGET_SESSIONS = statement(
  'portal_sessions_forget',
  `delete from portal_session where ${LONG_OVER}`,
)
const FORGET_INVITATIONS = statement(
  'portal_invitations_forget',
  `delete from portal_invitation where ${LONG_OVER}`,
)
