import type { Db } from '../db.ts'
import { many, one, statement } from '../db.ts'

export interface AlarmFigures {
  stuck: { reason: string; count: number }[]
  /** Payments whose last call has no known outcome, by how long ago that was. */
  unknown: { age: string; count: number }[]
  /** Of the merchants with most; all others are together. */
  backlog: { merchant: string; count: number }[]
  oldestNotificationSeconds: number
}

/** What alarms are made of; each is an index scan over what is open. */
export const readAlarmFigures = async (db: Db): Promise<AlarmFigures> => ({
  stuck: await many(db, STUCK),
  unknown: await many(db, UNKNOWN),
  backlog: await many(db, BACKLOG),
  oldestNotificationSeconds: (await many<{ age: number }>(db, OLDEST))[0]?.age ?? 0,
})

// A moved clock belongs to the sandbox; nothing waits there by the wall.
const OFFSET = `(coalesce((state ->> 'clockOffsetMs')::numeric, 0) * interval '1 ms')`

const STUCK = statement(
  'alarm_stuck',
  `select reason, count(*)::int as count from (
     select case when held is not null then 'held' else 'overdue' end as reason
       from payment where held is not null
         or (next_due_at < now() and next_due_at - ${OFFSET} < now() - interval '5 minutes')
     union all
     select case when held is not null then 'held' else 'overdue' end
       from tokenization where held is not null
         or (next_due_at < now() and next_due_at - ${OFFSET} < now() - interval '5 minutes')
     union all
     select case when held is not null then 'held' else 'overdue' end
       from dispute where held is not null
         or (next_due_at < now() and next_due_at - ${OFFSET} < now() - interval '5 minutes')
   ) s group by 1`,
)

const UNKNOWN = statement(
  'alarm_unknown',
  `select case when age < interval '5 minutes' then '5m' when age < interval '1 hour' then '1h'
               when age < interval '1 day' then '1d' else 'older' end as age,
     count(*)::int as count
   from (select now() - updated_at + ${OFFSET} as age from payment
          where phase in ('resolving', 'undoing') and status = 'PENDING') s
   group by 1`,
)

const BACKLOG = statement(
  'alarm_backlog',
  `with waiting as (
     select merchant_id, count(*)::int as count from notification where state = 'pending'
      group by 1 order by 2 desc, 1)
   select merchant_id as merchant, count from (select * from waiting limit 20) most
   union all
   select 'all others', coalesce(sum(count), 0)::int from (select * from waiting offset 20) rest`,
)

const OLDEST = statement(
  'alarm_oldest',
  `select coalesce(extract(epoch from now() - min(created_at)), 0)::float as age
     from notification where state = 'pending'`,
)

/** In seconds; half of the time that the question took is the best guess of when it was answered. */
export async function readClockDrift(db: Db): Promise<number> {
  const asked = Date.now()
  const { at } = await one<{ at: number }>(db, CLOCK)
  return Math.abs(at - (asked + Date.now()) / 2) / 1_000
}

const CLOCK = statement(
  'alarm_clock',
  'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
)
