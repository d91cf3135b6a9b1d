import { execute, many, one, transaction } from '../../../src/postgres/db.ts'
import type { Db, DbPool } from '../../../src/postgres/db.ts'
import { copyingOf } from './copy-sql.ts'
import type { Original } from './copy-sql.ts'
import { closedOf, purgedOf } from './real-payment.ts'
import type { RealPayment, Table } from './real-payment.ts'
import { copiesOf, placesBefore, slots } from './copies.ts'
import type { Copies } from './copies.ts'
import { openPool } from '../../support/open-pool.ts'

const DAY_MS = 86_400_000
const MONTHS_24_MS = 730 * DAY_MS
/** As long as what providers said is kept. */
const EXCHANGE_DAYS = 30
/** Of one transaction: whoever reads meanwhile finds books that agree. */
const PIECE = 4_000
/** Each a connection: as many as a small machine has cores. */
const LANES = 2
const SAID_EVERY = 5

export interface Wanted {
  count: number
  merchantIds: readonly string[]
  databaseUrl: string
}

/**
 * Copies one real payment so often, evenly over the last 24 months and by several merchants, as the database would
 * be then: all are closed, those past retention have nothing personal and no notifications, and what providers said is
 * there for thirty days. Nothing of the schema is switched off meanwhile.
 */
export async function fill(
  real: RealPayment,
  wanted: Wanted,
  say: (line: string) => void,
): Promise<void> {
  const db = openPool(`${wanted.databaseUrl}?options=-c%20synchronous_commit%3Doff`, {
    applicationName: 'bench-fill',
    maxConnections: LANES + 1,
    statementTimeoutMs: 1_800_000,
  })
  try {
    const copies = await planOf(db, real, wanted)
    await makeRoom(db, copies)
    const pieces = piecesOf(copies)
    const begun = performance.now()
    let [done, said] = [0, 0]
    const lane = async () => {
      for (const { from, to, statements } of pieces) {
        await transaction(db, async (client) => {
          for (const sql of statements) await execute(client, sql, [from, to])
          await execute(client, BALANCES(copies), [from, to])
        })
        done += to - from + 1
        said += 1
        if (said % SAID_EVERY === 0)
          say(`  ${done.toLocaleString('en-US')}: ${paceOf(done, begun)} a second`)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    await settle(db)
    say(`  ${wanted.count.toLocaleString('en-US')} payments are stored; vacuum, analyze …`)
    for (const table of [...Object.keys(real.rows), 'balance', 'merchant_settlement'])
      await execute(db, `vacuum (analyze) ${table}`)
    await execute(db, 'alter system reset max_wal_size')
    await execute(db, 'select pg_reload_conf()')
    await execute(db, 'checkpoint')
  } finally {
    await db.end()
  }
}

const paceOf = (done: number, begun: number): string =>
  (done / ((performance.now() - begun) / 1000)).toFixed(0)

interface Plan extends Copies {
  pieces: { upTo: number; statements: string[] }[]
}

async function planOf(db: Db, real: RealPayment, wanted: Wanted): Promise<Plan> {
  const { count, merchantIds } = wanted
  const { state } = real
  const payable = real.rows.posting.filter(({ account }) => account?.endsWith('/payable'))
  const netMinor = payable.reduce((sum, { amount_minor: amount }) => sum + Number(amount), 0)
  const balances = await many<{ merchantId: string; minor: number }>(
    db,
    `select mid as "merchantId", coalesce(available_minor, 0) as minor from unnest($1::text[]) mid
       left join balance on merchant_id = mid and currency = $2`,
    [merchantIds, state.order.currency],
  )
  const now = Date.now()
  const firstMs = now - MONTHS_24_MS
  const stepMs = (MONTHS_24_MS - DAY_MS / 24) / count
  const youngerThan = (ms: number) => Math.max(0, Math.ceil((now - ms - firstMs) / stepMs))
  const readableMs = momentOf(real.rows.payment[0]?.readable_until) - state.createdAt
  const [past, live] = [youngerThan(readableMs), youngerThan(EXCHANGE_DAYS * DAY_MS)]
  const closed = closedOf(real)
  const copies = {
    count,
    firstMs,
    stepMs,
    netMinor,
    firstLive: past + 1,
    eventsOf: real.rows.notification.length,
  }
  const all = { ...copies, currency: state.order.currency, slots: slots(merchantIds, balances) }
  const original = { beganAt: state.createdAt, marks: marksOf(real) }
  const of = (payment: RealPayment, without: Table[] = []) =>
    statementsOf(original, payment, copiesOf(all), without)
  return {
    ...all,
    pieces: [
      { upTo: past, statements: of(purgedOf(closed)) },
      { upTo: live, statements: of(closed, ['provider_exchange']) },
      { upTo: count, statements: of(closed) },
    ],
  }
}

const momentOf = (text: string | null = ''): number => new Date(text ?? '').getTime()

/** What is another in each: all that is looked for, and all that is there once. */
function marksOf({ state, batchId }: RealPayment): Original['marks'] {
  const references = state.transactions.flatMap((one) => one.acquirerRef ?? [])
  return {
    [state.id]: 'copy.id',
    [state.merchantId]: 'copy.merchant_id',
    [state.order.extOrderId ?? '']: 'copy.order_id',
    [batchId]: 'copy.batch_id',
    [state.customer.email]: `('payer' || copy.n || '@example.com')`,
    [state.instrument?.cardMask ?? '']: `('400000******' || lpad((copy.n % 10000)::text, 4, '0'))`,
    [state.instrument?.vaultRef ?? '']: 'reverse(copy.id)',
    ...Object.fromEntries(
      references.map((one, place) => [one, `upper(left(md5(copy.id || ${String(place)}), 19))`]),
    ),
  }
}

function statementsOf(
  original: Original,
  { columns, rows }: RealPayment,
  copies: string,
  without: Table[],
): string[] {
  const payable = rows.posting.filter(({ account }) => account?.endsWith('/payable'))
  const first = payable.toSorted((a, b) => Number(a.version) - Number(b.version))[0]
  const foundMinor = Number(first?.balance_after_minor) - Number(first?.amount_minor)
  const own: Partial<Record<Table, Record<string, string>>> = {
    posting: {
      balance_after_minor: `line.balance_after_minor - ${String(foundMinor)} + copy.balance_minor`,
    },
    notification: { position: `copy.event_place + line.sequence` },
    settlement_line: { line: `copy.n * 2 + (line.operation = 'refund')::int` },
    provider_exchange: { ref: 'gen_random_uuid()::text' },
  }
  const tables = (Object.keys(rows) as Table[]).filter(
    (table) => rows[table].length > 0 && !without.includes(table),
  )
  return tables.map((table) =>
    copyingOf(
      original,
      table,
      { columns: columns[table], rows: rows[table], own: own[table] ?? {} },
      copies,
    ),
  )
}

function* piecesOf({ pieces }: Plan) {
  let from = 1
  for (const { upTo, statements } of pieces)
    for (; from <= upTo; from = Math.min(from + PIECE, upTo + 1))
      yield { from, to: Math.min(from + PIECE - 1, upTo), statements }
}

/** Batches of each day, places in the list of events for what is older than what is there, and a log that may grow. */
async function makeRoom(db: DbPool, plan: Plan): Promise<void> {
  await execute(db, `alter system set max_wal_size = '6GB'`)
  await execute(db, 'select pg_reload_conf()')
  await execute(
    db,
    `insert into settlement_batch (batch_id, cutoff, file_id, total, state, created_at, finished_at, provider)
     select distinct on (1) batch_id, at, 'FILE-' || batch_id, 0, 'done', at, at, 'acquirer'
       from (${copiesOf(plan)}) copy`,
    [1, plan.count],
  )
  for (const { merchantId } of plan.slots) {
    await execute(db, 'select number_events($1)', [merchantId])
    const events =
      (placesBefore(plan, merchantId, plan.count + 1) -
        placesBefore(plan, merchantId, plan.firstLive)) *
      plan.eventsOf
    await execute(db, 'update notification set position = -position where merchant_id = $1', [
      merchantId,
    ])
    await execute(db, 'update notification set position = $2 - position where merchant_id = $1', [
      merchantId,
      events,
    ])
    // Counted anew, as far back as it goes.
    await execute(db, 'update portal_counting set position = 0 where merchant_id = $1', [
      merchantId,
    ])
  }
}

const BALANCES = (plan: Plan): string =>
  `insert into balance as b (merchant_id, currency, available_minor)
   select merchant_id, '${plan.currency}', count(*) * ${String(plan.netMinor)} from (${copiesOf(plan)}) copy
    group by 1 order by 1
   on conflict (merchant_id, currency) do update set available_minor = b.available_minor + excluded.available_minor`

/** What the batches come to for each merchant; nobody has to be told of them. */
async function settle(db: Db): Promise<void> {
  await execute(
    db,
    `update settlement_batch b set is_short = false,
       total = (select count(*) from settlement_line l where l.batch_id = b.batch_id)
      where batch_id like 'day-%'`,
  )
  await one(
    db,
    `select count(sum_up_settlement(batch_id)) from settlement_batch where batch_id like 'day-%'`,
  )
  await execute(db, `update merchant_settlement set told_at = settled_at where told_at is null`)
}
