import type { Db } from '../db.ts'
import { many, statement } from '../db.ts'

export interface Stats {
  payments: {
    status: string
    method: string
    currency: string
    count: number
    amountMinor: number
  }[]
  rejections: { rejectCode: string; count: number }[]
  /** From registration to completion, in seconds. */
  times: { method: string; p50: number; p95: number }[]
  notifications: { state: string; count: number }[]
  /** On their way, or held; what rests until its refund window ends is not. */
  open: { phase: string; count: number }[]
}

/** What came in since a moment, and what became of it. */
export const readStats = async (db: Db, since: Date): Promise<Stats> => ({
  payments: await many(db, PAYMENTS, [since]),
  rejections: await readRejections(db, { since, until: new Date() }),
  times: await many(db, TIMES, [since]),
  notifications: await many(db, NOTIFICATIONS, [since]),
  open: await many(db, OPEN),
})

/** Reasons why payments of a time were declined, the most frequent first. */
export const readRejections = (
  db: Db,
  { since, until }: { since: Date; until: Date },
): Promise<Stats['rejections']> => many(db, REJECTIONS, [since, until])

const PAYMENTS = statement(
  'stats_payments',
  `select status, method, currency, count(*)::int as count, sum(amount_minor)::bigint as "amountMinor"
     from payment where created_at >= $1 group by 1, 2, 3 order by 1, 2, 3`,
)
const REJECTIONS = statement(
  'stats_rejections',
  `select reject_code as "rejectCode", count(*)::int as count from payment
    where created_at >= $1 and created_at < $2 and reject_code is not null group by 1 order by 2 desc, 1`,
)
const TIMES = statement(
  'stats_times',
  `select method, round(percentile_cont(0.5) within group (order by took)::numeric, 2)::float as p50,
     round(percentile_cont(0.95) within group (order by took)::numeric, 2)::float as p95
   from (select method, ((state ->> 'completedAt')::numeric - (state ->> 'createdAt')::numeric) / 1000
           as took
         from payment where created_at >= $1 and state ? 'completedAt') t
   group by 1 order by 1`,
)
const NOTIFICATIONS = statement(
  'stats_notifications',
  `select state, count(*)::int as count from notification where created_at >= $1 group by 1 order by 1`,
)
const OPEN = statement(
  'stats_open',
  `select phase, count(*)::int as count from (
     select payment_id, phase from payment
      where phase not in ('paid', 'settled', 'rejected', 'cancelled', 'errored')
     union
     select payment_id, phase from payment where held is not null
   ) s group by 1 order by 1`,
)
