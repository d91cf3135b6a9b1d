import type { Db } from './db.ts'
import { filtered, many, statement } from './db.ts'
import type { NotificationState } from './notifications.ts'

export interface NotificationFilter {
  eventId?: string
  ownerId?: string
  merchantId?: string
  from?: Date
  to?: Date
  state?: NotificationState
  /** Only those that found their end, so that they can be sent again. */
  settled?: boolean
  limit?: number
}

export interface NotificationLine {
  eventId: string
  ownerId: string
  sequence: number
  merchantId: string
  kind: string
  state: NotificationState
  attempts: number
  resends: number
  createdAt: Date
  nextAttemptAt: Date | null
  body: string
}

export interface AttemptLine {
  eventId: string
  attempt: number
  at: Date
  url: string | null
  headers: Record<string, string> | null
  body: string
  merchantId: string
  latencyMs: number
  status: number | null
  problem: string | null
  answer: string | null
}

/** One that answered 410, and is told nothing until somebody says that it is back. */
export interface PausedEndpoint {
  merchantId: string
  name: string
  url: string
}

/** What was told to merchants, oldest first, in the order of each payment. */
export function listNotifications(db: Db, filter: NotificationFilter): Promise<NotificationLine[]> {
  const { eventId, ownerId, merchantId, from, to, state, settled, limit = 100 } = filter
  const { sql, values } = filtered(
    'notification_list',
    {
      'owner_id = $': ownerId,
      'merchant_id = $': merchantId,
      'created_at >= $': from,
      'created_at < $': to,
      'state = $': state,
      'state <> all ($::text[])': settled ? ['pending', 'unsent'] : undefined,
      'event_id = $': eventId,
    },
    limit,
    (where, most) => `select ${COLUMNS} from notification where ${where}
      order by created_at, owner_id, sequence limit ${most}`,
  )
  return many<NotificationLine>(db, sql, values)
}

/** The log of the deliveries of one event, or of all events of a payment. */
export const listAttempts = (db: Db, id: string): Promise<AttemptLine[]> =>
  many<AttemptLine>(db, ATTEMPTS, [id])

export const listPausedEndpoints = (db: Db): Promise<PausedEndpoint[]> =>
  many<PausedEndpoint>(db, PAUSED)

const COLUMNS = `event_id as "eventId", owner_id as "ownerId", sequence, merchant_id as "merchantId",
  kind, state, attempts, resends, created_at as "createdAt", next_attempt_at as "nextAttemptAt", body`

const ATTEMPT = `select a.event_id as "eventId", a.attempt, a.at, a.url, a.headers, n.body,
    n.merchant_id as "merchantId", a.latency_ms as "latencyMs", a.status, a.problem, a.answer
  from notification_attempt a join notification n on n.event_id = a.event_id`

const ATTEMPTS = statement(
  'notification_attempts',
  `${ATTEMPT} where n.event_id = $1 or n.owner_id = $1 order by n.sequence, a.attempt limit 1000`,
)

const PAUSED = statement(
  'notification_paused_endpoints',
  `select mid as "merchantId", name, notification_url as url
   from merchant where notifications_paused and notification_url is not null order by mid limit 100`,
)
