import type { Db, Statement } from '../db.ts'
import { many, statement } from '../db.ts'

/** What stands of a payment or a tokenization, and what its workflow would have to know. */
export interface LatestRow<S> {
  id: string
  version: number
  state: S
  /** The last that came from outside; what a workflow brings forth itself it comes to by itself. */
  lastMessageId: string
  /** The first notification that has not found its end. */
  firstPending: number | null
}

type Table = 'payment' | 'tokenization' | 'dispute'

const rows = (table: Table, id: string): string =>
  `select o.${id} as id, o.version, o.state,
        (select j.message_id from journal j where j.owner_id = o.${id}
            and j.message_id ~ '^(cmd|msg)/' order by j.version desc limit 1) as "lastMessageId",
        (select min(n.sequence)::int from notification n
          where n.owner_id = o.${id} and n.state = 'pending') as "firstPending"
       from ${table} o where o.held is null`

const latest = (table: Table, id: string): Statement =>
  statement(
    `latest_${table}s`,
    `select ${id} as id from ${table} where held is null order by updated_at desc, ${id} limit $1`,
  )

const LATEST = {
  payment: latest('payment', 'payment_id'),
  tokenization: latest('tokenization', 'tokenizer_id'),
  dispute: latest('dispute', 'dispute_id'),
}

const SOME = {
  payment: statement(
    'some_payments',
    `${rows('payment', 'payment_id')} and o.payment_id = any($1)`,
  ),
  tokenization: statement(
    'some_tokenizations',
    `${rows('tokenization', 'tokenizer_id')} and o.tokenizer_id = any($1)`,
  ),
  dispute: statement(
    'some_disputes',
    `${rows('dispute', 'dispute_id')} and o.dispute_id = any($1)`,
  ),
}

/** Ids of those that changed last, the latest first; what is held waits for an operator anyway. */
export const listLatest = async (db: Db, table: Table, limit: number): Promise<string[]> =>
  (await many<{ id: string }>(db, LATEST[table], [limit])).map(({ id }) => id)

/** These of them, but for what is held. */
export const findLatest = <S>(
  db: Db,
  table: Table,
  ids: readonly string[],
): Promise<LatestRow<S>[]> => many<LatestRow<S>>(db, SOME[table], [ids])

const TRY_LOCK = `select pg_try_advisory_lock(hashtext($1)) as taken`
const UNLOCK = `select pg_advisory_unlock(hashtext($1))`

/** By one process at a time; the others need not wait for it. */
export async function alone(
  pool: { connect(): Promise<Db & { release(destroy?: boolean): void }> },
  name: string,
  act: () => Promise<void>,
): Promise<void> {
  const connection = await pool.connect()
  try {
    const [row] = await many<{ taken: boolean }>(connection, TRY_LOCK, [name])
    if (!row?.taken) return
    await act()
    await many(connection, UNLOCK, [name])
  } finally {
    // A lock whose release failed ends with its connection.
    connection.release(true)
  }
}
