import type { Db } from './db.ts'
import { execute, maybeOne, statement } from './db.ts'

export type NotificationState = 'pending' | 'accepted' | 'refused' | 'exhausted' | 'unsent'

/** A notification on its way; times are those of its payment. */
export interface StoredNotification {
  eventId: string
  merchantId: string
  kind: 'payment' | 'refund' | 'tokenizer'
  /** The exact address, when its payment has one of its own. */
  url?: string
  body: string
  state: NotificationState
  /** Attempts so far; the ones before it was sent again do not count. */
  attempts: number
  createdAt: number
  firstAttemptAt?: number
  nextAttemptAt?: number
  /** Of the request that led to it. */
  requestId?: string
}

export interface AttemptRecord {
  eventId: string
  leaseId: string
  at: number
  url: string
  headers: Record<string, string>
  latencyMs: number
  status?: number
  problem?: string
  answer?: string
  state: NotificationState
  nextAttemptAt?: number
  /** The merchant whose endpoint is gone, unless its address has changed since. */
  pause?: { merchantId: string; notificationUrl: string }
}

/** The state of deliveries. An attempt, what became of it, and what follows are one transaction. */
export interface Notifications {
  load(ownerId: string, sequence: number): Promise<StoredNotification | undefined>
  /** False when somebody else is at it, or has been since it was loaded. */
  lease(found: StoredNotification, leaseId: string): Promise<boolean>
  renew(eventId: string, leaseId: string): Promise<void>
  release(eventId: string, leaseId: string): Promise<void>
  recordAttempt(attempt: AttemptRecord): Promise<void>
  /** Without an attempt: to be looked at again later. */
  postpone(eventId: string, at: number, nextAttemptAt: number): Promise<void>
  /** Without an attempt: nobody can be told any more. */
  exhaust(eventId: string, at: number): Promise<void>
  /** Makes a settled one pending for its n-th repeat; false when that repeat has found its end. */
  reopen(ownerId: string, sequence: number, round: number): Promise<boolean>
}

export const createNotifications = (db: Db): Notifications => ({
  load: async (ownerId, sequence) => {
    const row = await maybeOne<Row>(db, LOAD, [ownerId, sequence])
    return row && toNotification(row)
  },
  lease: async ({ eventId, attempts }, leaseId) =>
    (await execute(db, LEASE, [eventId, leaseId, attempts])) === 1,
  renew: async (eventId, leaseId) => {
    await execute(db, RENEW, [eventId, leaseId])
  },
  release: async (eventId, leaseId) => {
    await execute(db, RELEASE, [eventId, leaseId])
  },
  recordAttempt: async (attempt) => {
    await execute(db, RECORD, [
      attempt.eventId,
      attempt.leaseId,
      new Date(attempt.at),
      attempt.state,
      attempt.nextAttemptAt === undefined ? null : new Date(attempt.nextAttemptAt),
      attempt.url,
      JSON.stringify(attempt.headers),
      attempt.latencyMs,
      attempt.status ?? null,
      attempt.problem ?? null,
      attempt.answer ?? null,
      attempt.pause?.merchantId ?? null,
      attempt.pause?.notificationUrl ?? null,
    ])
  },
  postpone: async (eventId, at, nextAttemptAt) => {
    await execute(db, POSTPONE, [eventId, new Date(at), new Date(nextAttemptAt)])
  },
  exhaust: async (eventId, at) => {
    await execute(db, EXHAUST, [eventId, new Date(at)])
  },
  reopen: async (ownerId, sequence, round) => {
    await execute(db, REOPEN, [ownerId, sequence, round])
    return (await maybeOne(db, IS_OPEN, [ownerId, sequence, round])) !== undefined
  },
})

interface Row {
  event_id: string
  merchant_id: string
  kind: StoredNotification['kind']
  url: string | null
  body: string
  state: NotificationState
  attempts: number
  created_at: Date
  first_attempt_at: Date | null
  next_attempt_at: Date | null
  request_id: string | null
}

const toNotification = (row: Row): StoredNotification => ({
  eventId: row.event_id,
  merchantId: row.merchant_id,
  kind: row.kind,
  ...(row.url !== null && { url: row.url }),
  body: row.body,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.created_at.getTime(),
  ...(row.first_attempt_at && { firstAttemptAt: row.first_attempt_at.getTime() }),
  ...(row.next_attempt_at && { nextAttemptAt: row.next_attempt_at.getTime() }),
  ...(row.request_id !== null && { requestId: row.request_id }),
})

// The latest request before the commit is the one that led to it.
const LOAD = statement(
  'notification_load',
  `select event_id, merchant_id, kind, url, body, state, attempts - attempts_before as attempts,
     created_at, first_attempt_at, next_attempt_at,
     (select request_id from journal j
       where j.owner_id = n.owner_id and request_id is not null and recorded_at <= n.created_at
       order by version desc limit 1) as request_id
   from notification n where owner_id = $1 and sequence = $2`,
)

/** A lease lasts a little longer than it takes to notice that its holder has died. */
const LEASE_TIME = `clock_timestamp() + interval '6 seconds'`

const LEASE = statement(
  'notification_lease',
  `update notification set leased_by = $2, leased_until = ${LEASE_TIME}
   where event_id = $1 and state = 'pending' and attempts - attempts_before = $3
     and (leased_until is null or leased_until < clock_timestamp())`,
)

const RENEW = statement(
  'notification_renew',
  `update notification set leased_until = ${LEASE_TIME} where event_id = $1 and leased_by = $2`,
)

const RELEASE = statement(
  'notification_release',
  `update notification set leased_by = null, leased_until = null
   where event_id = $1 and leased_by = $2`,
)

// One that was settled meanwhile stays as it is, but the attempt is told all the same.
const RECORD = statement(
  'notification_record',
  `with told as (
     update notification set
       attempts = attempts + 1,
       first_attempt_at = coalesce(first_attempt_at, $3::timestamptz),
       state = case when state = 'pending' then $4 else state end,
       next_attempt_at = case when state = 'pending' then $5::timestamptz end,
       settled_at = case when state = 'pending' and $4 <> 'pending' then $3::timestamptz
                         else settled_at end,
       leased_until = case when leased_by = $2 then null else leased_until end,
       leased_by = nullif(leased_by, $2)
     where event_id = $1 returning attempts
   ), paused as (
     update merchant set notifications_paused = true
     where mid = $12 and notification_url = $13 and not notifications_paused
   )
   insert into notification_attempt
     (event_id, attempt, url, headers, latency_ms, status, problem, answer)
   select $1, attempts, $6, $7::jsonb, $8, $9, $10, $11 from told`,
)

const POSTPONE = statement(
  'notification_postpone',
  `update notification
   set first_attempt_at = coalesce(first_attempt_at, $2), next_attempt_at = $3
   where event_id = $1 and state = 'pending'`,
)

const EXHAUST = statement(
  'notification_exhaust',
  `update notification set state = 'exhausted', settled_at = $2, next_attempt_at = null
   where event_id = $1 and state = 'pending'`,
)

const REOPEN = statement(
  'notification_reopen',
  `update notification set state = 'pending', settled_at = null, first_attempt_at = null,
     next_attempt_at = null, attempts_before = attempts, resends = $3
   where owner_id = $1 and sequence = $2 and state <> 'pending' and resends = $3::int - 1`,
)

const IS_OPEN = statement(
  'notification_is_open',
  `select 1 from notification
   where owner_id = $1 and sequence = $2 and resends = $3 and state = 'pending'`,
)
