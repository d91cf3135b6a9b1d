import { setTimeout as sleep } from 'node:timers/promises'
import { withoutPersonalData } from '../../../src/domain/data/personal-data.ts'
import { foldJournal } from '../../../src/domain/ledger-check.ts'
import type { Entry } from '../../../src/domain/actor/entry.ts'
import type { Event } from '../../../src/domain/payment/events.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { many, one } from '../../../src/postgres/db.ts'
import type { Db } from '../../../src/postgres/db.ts'
import type { StackFile } from '../../../src/stack/stack-file.ts'
import type { Shop } from '../shop.ts'
import type { Column, Row } from './copy-sql.ts'

/** Where something stands of a payment, and by which column it is its own. */
const OF_PAYMENT = {
  payment: 'payment_id = $1',
  journal: 'owner_id = $1',
  posting: 'owner_id = $1',
  intent: 'owner_id = $1',
  paid_order: 'payment_id = $1',
  settlement_line: `split_part(reference, '-', 1) = $1`,
  'vault.secret': `ref = (select state #>> '{instrument,vaultRef}' from payment where payment_id = $1)`,
  notification: 'owner_id = $1',
  notification_attempt: 'event_id in (select event_id from notification where owner_id = $1)',
  provider_exchange: 'owner_id = $1',
} as const
export type Table = keyof typeof OF_PAYMENT
const tables = Object.keys(OF_PAYMENT) as Table[]

/** All that the database holds of one payment. */
export interface RealPayment {
  state: Payment
  batchId: string
  columns: Record<Table, Column[]>
  rows: Record<Table, Row[]>
}

/** Nine lines: a hold that is raised, captured, refunded in part and settled. */
export async function makeRealPayment(
  db: Db,
  { info, shop }: { info: StackFile; shop: Shop },
): Promise<RealPayment> {
  const { paymentId } = await shop.sale({ transKind: 'PREAUTH' })
  const until = (condition: string) => untilRow(db, paymentId, condition)
  await shop.adjust(paymentId)
  await until(`authorized_minor > amount_minor and state -> 'calls' = '[]'`)
  await shop.capture(paymentId)
  await until(`phase = 'paid'`)
  await shop.refund(paymentId)
  await until('refunded_minor > 0')
  await fetch(`${info.operator}/settlement/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${info.operatorToken}` },
  })
  await until(`phase = 'settled'`)
  await until(
    `not exists (select from notification where owner_id = payment_id and state = 'pending')`,
  )
  const read = <T>(of: (table: Table) => Promise<T>) =>
    Promise.all(tables.map(async (table) => [table, await of(table)] as const))
  const columns = Object.fromEntries(await read((table) => columnsOf(db, table)))
  const rows = Object.fromEntries(await read((table) => rowsOf(db, table, paymentId)))
  const state = JSON.parse(rows.payment?.[0]?.state ?? '') as Payment
  const batchId = rows.settlement_line?.[0]?.batch_id ?? ''
  return { state, batchId, columns, rows } as RealPayment
}

/** The same with the last line of all, which ends its workflow: here a minute after it was settled, not months. */
export function closedOf({ state, rows, ...rest }: RealPayment): RealPayment {
  const closedAt = new Date(state.updatedAt + CLOSED_AFTER_MS).toISOString()
  const line: Row = {
    ...rows.journal[0],
    version: String(state.version + 1),
    message_id: `due/refundWindowEnd/${closedAt}`,
    command: 'refundWindowEnd',
    actor: null,
    request_id: null,
    body_hash: null,
    at: closedAt,
    recorded_at: closedAt,
    outcome: '{"accepted":true}',
    events: '[{"type":"closed"}]',
  }
  return folded({ ...rest, state, rows: { ...rows, journal: [...rows.journal, line] } })
}

/** What is left of it past retention: its lines and its row without what is personal, and nothing that was told. */
export function purgedOf({ rows, ...rest }: RealPayment): RealPayment {
  const journal = rows.journal.map((row) => ({
    ...row,
    events: JSON.stringify(withoutPersonalData(JSON.parse(row.events ?? ''))),
  }))
  const payment = rows.payment.map((row) => ({ ...row, purged_at: row.readable_until ?? null }))
  const secrets = rows['vault.secret'].map((row) => ({
    ...row,
    key_id: null,
    wrapped_key: null,
    ciphertext: null,
    fingerprint: null,
    destroyed_at: payment[0]?.purged_at ?? null,
  }))
  const forgotten = { notification: [], notification_attempt: [], provider_exchange: [] }
  return folded({
    ...rest,
    rows: { ...rows, payment, journal, 'vault.secret': secrets, ...forgotten },
  })
}

const CLOSED_AFTER_MS = 60_000

/** With the row that the journal comes to. */
function folded(payment: RealPayment): RealPayment {
  const { rows } = payment
  const found = foldJournal(rows.journal.map(entryOf).sort((a, b) => a.version - b.version))
  if ('problem' in found) throw new Error(found.problem)
  const { payment: state } = found
  const row = {
    version: String(state.version),
    state: JSON.stringify(state),
    updated_at: new Date(state.updatedAt).toISOString(),
    next_due_at: null,
  }
  return {
    ...payment,
    state,
    rows: { ...rows, payment: rows.payment.map((one) => ({ ...one, ...row })) },
  }
}

const entryOf = ({ version, at, events }: Row): Entry<Event> => ({
  version: Number(version),
  at: new Date(at ?? '').getTime(),
  events: JSON.parse(events ?? '') as Event[],
})

async function untilRow(db: Db, paymentId: string, condition: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const sql = `select from payment where payment_id = $1 and ${condition}`
    if ((await many(db, sql, [paymentId])).length > 0) return
    await sleep(100)
  }
  throw new Error(`the payment to copy does not come to ${condition}`)
}

const LOOKS = 600

const columnsOf = (db: Db, table: Table): Promise<Column[]> =>
  many<Column>(
    db,
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped
        -- Which transaction it was is told by the one that copies.
        and attname <> 'taken_in' order by attnum`,
    [table],
  )

async function rowsOf(db: Db, table: Table, paymentId: string): Promise<Row[]> {
  const { rows } = await one<{ rows: Row[] }>(
    db,
    `select coalesce(jsonb_agg((select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(t)))), '[]') as rows
       from ${table} t where ${OF_PAYMENT[table]}`,
    [paymentId],
  )
  return rows
}
