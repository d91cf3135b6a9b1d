import { beforeAll, expect, test } from 'vitest'
import { readAlarmFigures } from '../../src/postgres/review/alarm-figures.ts'
import type { Changes } from '../../src/postgres/changes.ts'
import type { Db, DbPool } from '../../src/postgres/db.ts'
import { execute } from '../../src/postgres/db.ts'
import { countDisputes } from '../../src/postgres/disputes/count-disputes.ts'
import { listBalanceEntries } from '../../src/postgres/lists/balance-entries.ts'
import { createMerchantEvents } from '../../src/postgres/lists/merchant-events.ts'
import { listPaymentPage } from '../../src/postgres/lists/payment-lists.ts'
import type { PaymentFilter, PaymentSort } from '../../src/postgres/lists/payment-lists.ts'
import { listPayments } from '../../src/postgres/review/list-payments.ts'
import { listNotifications } from '../../src/postgres/notification-log.ts'
import { paymentsSince } from '../../src/postgres/review/payment-file.ts'
import { createPaymentReads } from '../../src/postgres/payments.ts'
import { readStats } from '../../src/postgres/review/stats.ts'
import { listSuspects } from '../../src/postgres/review/stuck-payments.ts'
import { createSettlements } from '../../src/postgres/settlements/settlements.ts'
import { listSettlementDifferences } from '../../src/postgres/settlements/settlement-differences.ts'
import { createDatabase } from '../support/database.ts'
import { pagesOf, plansOf } from '../support/plans.ts'
import { openPool } from '../support/open-pool.ts'

/** More of them for the figures in docs/performance.md: STORED_PAYMENTS=1000000. */
const STORED = Number(process.env.STORED_PAYMENTS ?? 100_000)
/** Those of the batches that are listed are counted. */
const LINES_OF_A_BATCH = 5_000
/** Pages of 8 kB that a question may touch, however much is stored. */
const MOST_PAGES = 600

let pool: DbPool
beforeAll(async () => {
  const { url, drop } = await createDatabase()
  pool = openPool(url, { statementTimeoutMs: 600_000 })
  await fill()
  return async () => {
    await pool.end()
    await drop()
  }
}, 900_000)

/** A year of payments: nearly all rest, a few move, and each was told to its merchant. */
async function fill(): Promise<void> {
  await execute(
    pool,
    `insert into payment (payment_id, version, merchant_id, ext_order_id, status, phase, method,
       currency, amount_minor, authorized_minor, captured_minor, refunded_minor, reserved_minor,
       reject_code, held, next_due_at, created_at, updated_at, readable_until, state)
     select 'p' || n, 3, 'm' || n % 500, 'order-' || n, s.status, s.phase, 'CARD', 'PLN', 2500,
       2500, case when s.status = 'SETTLED' then 2500 else 0 end, 0, 0,
       case when s.phase = 'rejected' then 'CODE_' || n % 20 end,
       case when n % 50000 = 7 then 'odd' end,
       case when s.phase = 'settled' then now() + interval '90 days' - age
            when s.phase = 'resolving' then now() + interval '1 minute' end,
       now() - age, now() - age, now() + interval '90 days' - age,
       jsonb_build_object('calls', case when s.phase = 'resolving' then '[{"kind": "inquire"}]'::jsonb
         else '[]'::jsonb end, 'createdAt', 1, 'completedAt', 2, 'padding', repeat('x', 600),
         'instrument', jsonb_build_object('cardMask', '400000******' || lpad((n % 9973)::text, 4, '0')),
         'transactions', jsonb_build_array(jsonb_build_object('acquirerRef', 'acq-' || n)))
     from generate_series(1, $1::int) n
     cross join lateral (select case when n % 20000 = 3 then 'PENDING' when n % 10 = 5 then 'REJECTED'
         else 'SETTLED' end as status,
       case when n % 20000 = 3 then 'resolving' when n % 10 = 5 then 'rejected' else 'settled' end
         as phase) s
     cross join lateral (select ($1::int - n) * interval '30 days' / $1::int as age) a`,
    [STORED],
  )
  await execute(
    pool,
    `insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state, created_at)
     select 'e' || n, 'p' || n, 1, 'm' || n % 500, 'payment', repeat('x', 400),
       case when n % 20000 = 9 then 'pending' when n % 20000 = 11 then 'exhausted' else 'accepted' end,
       now() - ($1::int - n) * interval '30 days' / $1::int
     from generate_series(1, $1::int) n`,
    [STORED],
  )
  await execute(
    pool,
    `insert into notification_attempt (event_id, attempt, at, latency_ms, status)
     select event_id, 1, created_at, 20, 200 from notification`,
  )
  await execute(
    pool,
    `insert into merchant (mid, kind, name) select 'm' || n, 'merchant', 'Shop'
     from generate_series(1, 50) n`,
  )
  await addPast()
  await execute(pool, 'vacuum analyze')
}

/** One of the merchants has had as many payments again, which it can no longer read, and what they were booked with. */
async function addPast(): Promise<void> {
  await execute(
    pool,
    `insert into payment (payment_id, version, merchant_id, ext_order_id, status, phase, method, currency,
       amount_minor, authorized_minor, captured_minor, refunded_minor, reserved_minor, created_at, updated_at,
       readable_until, purged_at, state)
     select 'past' || n, 3, 'm7', 'past-' || n, 'SETTLED', 'settled', 'CARD', 'PLN', 2500, 2500, 2500, 0, 0,
       at, at, at + interval '92 days', at + interval '92 days', '{"calls": [], "refunds": []}'
     from generate_series(1, $1::int) n
     cross join lateral (select now() - interval '1 year' + n * interval '200 days' / $1::int as at) a`,
    [STORED],
  )
  await execute(
    pool,
    `insert into posting (owner_id, version, position, account, currency, amount_minor, balance_after_minor, at)
     select payment_id, 2, side, case side when 1 then 'acquirer/receivable' else 'merchant/m7/payable' end, 'PLN',
       case side when 1 then -2500 else 2500 end, 2500, created_at
     from payment cross join (values (1), (2)) as sides(side) where merchant_id = 'm7'`,
  )
  await execute(
    pool,
    `insert into journal (owner_id, version, message_id, at, events, outcome)
     select payment_id, 2, 'cmd/1', created_at, '[{"type": "paid"}]', '{}' from payment where merchant_id = 'm7'`,
  )
  await execute(
    pool,
    `insert into balance (merchant_id, currency) values ('m7', 'PLN'), ('m7', 'EUR')`,
  )
  await execute(
    pool,
    `insert into settlement_batch (batch_id, cutoff, total, state, is_short)
     select 'day-' || n, now(), $2, 'done', false from generate_series(0, $1::int / $2) n`,
    [STORED, LINES_OF_A_BATCH],
  )
  await execute(
    pool,
    `insert into settlement_line (batch_id, line, reference, operation, amount_minor, currency, outcome, merchant_id)
     select 'day-' || n / $2, n, 'past' || n || '-auth-a', 'authorize', 2500, 'PLN', 'settled', 'm7'
     from generate_series(1, $1::int) n`,
    [STORED, LINES_OF_A_BATCH],
  )
  await execute(pool, `select number_events('m7')`)
}

const ago = (ms: number) => new Date(Date.now() - ms)
/** A share of the month that holds a hundred payments, however many are stored. */
const lately = () => ago((30 * 86_400_000 * 100) / STORED)
const search = (db: Db) =>
  createPaymentReads(db, {} as Changes).search('m7', undefined, 'order-507')

/** Of one of the merchants, each of whom has every five-hundredth payment. */
const ownPayments = (db: Db, filter: Partial<PaymentFilter>, sort: PaymentSort = 'created_desc') =>
  listPaymentPage(db, { merchantId: 'm7', ...filter }, { order: sort, limit: 21 })

const questions: Record<string, (db: Db) => Promise<unknown>> = {
  'POST /payment/search': search,
  'payment list': (db) => listPayments(db, {}),
  'payment list --merchant': (db) => listPayments(db, { merchantId: 'm7' }),
  'payment list --phase resolving': (db) => listPayments(db, { phase: 'resolving' }),
  'payment list --status SETTLED': (db) => listPayments(db, { status: 'SETTLED' }),
  'payment list --reason': (db) => listPayments(db, { rejectCode: 'CODE_5' }),
  'payment list --merchant --reason': (db) =>
    listPayments(db, { merchantId: 'm5', rejectCode: 'CODE_5' }),
  'payment list --due': (db) => listPayments(db, { dueBefore: new Date() }),
  'payment list --order': (db) => listPayments(db, { extOrderId: 'order-507' }),
  'payment list --amount --from': (db) =>
    listPayments(db, { amount: '25', lastFour: '1000', createdFrom: lately() }),
  'GET /payments?reference': (db) => ownPayments(db, { reference: 'acq-507' }),
  'GET /payments?reference of nobody': (db) => ownPayments(db, { reference: 'acq' }),
  'GET /payments?cardMask, four digits': (db) => ownPayments(db, { cardMask: '0507' }),
  'GET /payments?cardMask, whole': (db) => ownPayments(db, { cardMask: '400000******0507' }),
  'GET /payments?cardMask by an agent': (db) =>
    ownPayments(db, { cardMask: '0507', agentId: 'a1' }),
  'GET /payments?cardMask, changed last': (db) =>
    ownPayments(db, { cardMask: '0507' }, 'updated_asc'),
  'GET /payments, oldest first': (db) => ownPayments(db, {}, 'created_asc'),
  'GET /payments, in the order of changes': (db) => ownPayments(db, {}, 'updated_asc'),
  'GET /payments?status that none has': (db) => ownPayments(db, { status: ['ERROR'] }),
  'payment list --status that none has': (db) => listPayments(db, { status: 'ERROR' }),
  'GET /balance/entries': (db) => listBalanceEntries(db, 'm7', { limit: 21 }),
  'GET /events?type that is rare': (db) =>
    createMerchantEvents(db).page(
      { merchantId: 'm7' },
      { after: undefined, limit: 21, types: ['dispute.opened'] },
    ),
  'GET /dispute-rates': (db) =>
    countDisputes(db, { merchantId: 'm9' }, { from: ago(30 * 86_400_000), to: new Date() }),
  stuck: (db) => listSuspects(db),
  'replay --since': (db) => paymentsSince(db, lately()),
  'notifications of a payment': (db) => listNotifications(db, { ownerId: 'p7' }),
  'notifications of a merchant': (db) => listNotifications(db, { merchantId: 'm7' }),
  'notifications that failed': (db) => listNotifications(db, { state: 'exhausted' }),
  'notifications that wait': (db) => listNotifications(db, { state: 'pending' }),
  'notifications since': (db) => listNotifications(db, { from: lately() }),
  stats: (db) => readStats(db, lately()),
  'settlement batches': (db) => createSettlements(db).list(1),
  'settlement differences': (db) => listSettlementDifferences(db, undefined, 100),
  'alarm gauges': (db) => readAlarmFigures(db),
}

const LARGE =
  /Seq Scan on (payment|notification|notification_attempt|journal|posting|settlement_line)\b/

test.for(Object.entries(questions))(
  '%s costs the same however much is stored',
  async ([name, ask]) => {
    const plans = await plansOf(pool, ask)
    const report = plans.map(({ text }) => text).join('\n')
    if (process.env.SHOW_PLANS) process.stdout.write(`\n${name}\n${report}\n`)
    const pages = plans.reduce((sum, { Plan }) => sum + pagesOf(Plan), 0)
    expect(pages, report).toBeLessThan(MOST_PAGES)
    expect(report).not.toMatch(LARGE)
  },
)
