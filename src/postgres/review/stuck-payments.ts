import type { Db } from '../db.ts'
import { many, statement } from '../db.ts'

export interface Suspect {
  id: string
  kind: 'payment' | 'tokenization' | 'dispute'
  merchantId: string
  status: string
  phase: string
  held: string | null
  /** When what should have happened by itself fell due, by the wall. */
  dueAt: Date | null
  /** What it waits for, outside. */
  waitsFor: string | null
  updatedAt: Date
}

export const GRACE_MS = 5 * 60_000

/**
 * What an operator has to look at: held, past its deadline by more than five minutes, or silent in
 * the middle of an operation for a minute. The sandbox's own clocks are taken into account.
 */
export const listSuspects = (db: Db, limit = 1_000): Promise<Suspect[]> =>
  many<Suspect>(db, SUSPECTS, [GRACE_MS, limit])

const of = (table: string, id: string, phase = 'phase') => `
  select ${id} as id, '${table}' as kind, merchant_id as "merchantId", status, ${phase} as phase, held,
    next_due_at - (coalesce((state ->> 'clockOffsetMs')::numeric, 0) * interval '1 ms') as "dueAt",
    state #>> '{calls,0,kind}' as "waitsFor",
    updated_at - (coalesce((state ->> 'clockOffsetMs')::numeric, 0) * interval '1 ms')
      as "updatedAt"
  from ${table}
  where ${id} in (
    select ${id} from ${table} where held is not null
    union all select ${id} from ${table} where next_due_at < now() - interval '1 minute'
    union all select ${id} from ${table} where state -> 'calls' <> '[]'::jsonb)`

const SUSPECTS = statement(
  'stuck_suspects',
  `select * from (${of('payment', 'payment_id')} union all ${of('tokenization', 'tokenizer_id')}
     union all ${of('dispute', 'dispute_id', 'stage')}) s
    where held is not null or "dueAt" < now() - $1::double precision * interval '1 ms'
      or ("waitsFor" is not null and "updatedAt" < now() - interval '1 minute')
    order by coalesce("dueAt", "updatedAt"), id limit $2`,
)

/** Of these ids, those that neither a payment nor a tokenization nor a dispute has. */
export const idsWithoutRow = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (await many<{ id: string }>(db, WITHOUT_ROW, [ids])).map(({ id }) => id)

const WITHOUT_ROW = statement(
  'stuck_without_row',
  `select id from unnest($1::text[]) as given(id)
    where not exists (select from payment where payment_id = id)
      and not exists (select from tokenization where tokenizer_id = id)
      and not exists (select from dispute where dispute_id = id)`,
)

export type KnownRow = Pick<Suspect, 'id' | 'merchantId' | 'status'>

/** Whose they are, and how far they are, of those that have a row. */
export const listRows = (db: Db, ids: readonly string[]): Promise<KnownRow[]> =>
  many<KnownRow>(db, ROWS, [ids])

const ROWS = statement(
  'stuck_rows',
  `select payment_id as id, merchant_id as "merchantId", status from payment
    where payment_id = any($1::text[])
   union all select tokenizer_id, merchant_id, status from tokenization
    where tokenizer_id = any($1::text[])
   union all select dispute_id, merchant_id, status from dispute
    where dispute_id = any($1::text[])`,
)
