import type { Db } from '../db.ts'
import { many, statement } from '../db.ts'

/** Where a look over all open payments has got to. */
export interface Place {
  dueAt: string
  id: string
}

export const START: Place = { dueAt: '-infinity', id: '' }

const OPEN = statement(
  'open_payments',
  `select payment_id as id, next_due_at::text as "dueAt" from payment
    where held is null and next_due_at is not null
      and (next_due_at, payment_id) > ($1::timestamptz, $2)
    order by next_due_at, payment_id limit $3`,
)

/** What something falls due for, after that place: whatever is open has a deadline, or a call under way. */
export const listOpen = (db: Db, after: Place, limit: number): Promise<Place[]> =>
  many<Place>(db, OPEN, [after.dueAt, after.id, limit])

const CALLING = statement(
  'calling_payments',
  `select payment_id as id from payment
    where held is null and state -> 'calls' <> '[]'::jsonb
      and updated_at < clock_timestamp() - interval '5 seconds'
    order by payment_id limit $1`,
)

/** Those with a call under way for some seconds. */
export const listCalling = async (db: Db, limit: number): Promise<string[]> =>
  (await many<{ id: string }>(db, CALLING, [limit])).map(({ id }) => id)
