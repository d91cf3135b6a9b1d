import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, many } from '../../src/postgres/db.ts'
import { createMerchantFigures } from '../../src/postgres/portal/figures.ts'
import type { MerchantFigures } from '../../src/postgres/portal/figures.ts'
import { startListedApp } from '../http/support/listed-payments.ts'
import type { ListedApp } from '../http/support/listed-payments.ts'
import { OTHER, SHOP } from '../http/support/test-app.ts'
import { pagesOf, plansOf } from '../support/plans.ts'
import { openPool } from '../support/open-pool.ts'

const MANY = 5_000
const FIRST_DAY = '2000-01-01'
const shop = SHOP.merchantId

let app: ListedApp
let figures: MerchantFigures
beforeAll(async () => {
  app = await startListedApp()
  figures = createMerchantFigures(app.pool)
})
afterAll(() => app.close())

/** Counted from the payments themselves, all of them. */
const counted = (merchantId: string) =>
  many(
    app.pool,
    `select to_char(created_at at time zone 'Europe/Warsaw', 'YYYY-MM-DD') as day, method,
            state #>> '{instrument,organization}' as organization, currency, count(*)::int as payments,
            (count(*) filter (where status in ('COMPLETED', 'SETTLED') or authorized_minor > 0))::int as approved,
            (count(*) filter (where status = 'REJECTED' and authorized_minor = 0))::int as declined,
            (count(*) filter (where status in ('NEW', 'PENDING')))::int as waiting,
            (count(*) filter (where phase = 'authorized'))::int as holds,
            coalesce(sum(authorized_minor - captured_minor) filter (where phase = 'authorized'), 0)::bigint
              as "heldMinor",
            coalesce(sum(captured_minor) filter (where status in ('COMPLETED', 'SETTLED')), 0)::bigint
              as "soldMinor",
            coalesce(sum(refunded_minor), 0)::bigint as "refundedMinor"
       from payment where merchant_id = $1 group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [merchantId],
  )

const hold = { options: { transKind: 'PREAUTH', validTime: 1800 } } as never

test('after every step of a payment the sums are those of the payments, each counted once', async () => {
  const { payments } = app
  const sale = await payments.sale()
  const held = await payments.sale(hold)
  const cancelled = await payments.sale(hold)
  const steps: (() => Promise<unknown>)[] = [
    () => Promise.resolve(),
    () => payments.command(sale, { name: 'refund', amountMinor: 100 } as never),
    () => payments.command(held, { name: 'capture', amountMinor: 4_000 } as never),
    () => payments.command(cancelled, { name: 'cancel', by: 'merchant' } as never),
    () => payments.sale(),
  ]
  for (const step of steps) {
    await step()
    // Twice, and by several processes at once.
    await Promise.all([figures.takeIn(shop), createMerchantFigures(app.pool).takeIn(shop)])
    expect(await figures.takeIn(shop)).toBe(true)
    expect(await figures.since(shop, FIRST_DAY)).toEqual(await counted(shop))
  }
  expect(await figures.since(shop, '2999-01-01')).toEqual([])
})

test('a busy month is counted piece by piece, and looked at for the price of its days', async () => {
  const { merchantId } = OTHER
  await addBusyMonth(merchantId)
  let pieces = 1
  while (!(await figures.takeIn(merchantId))) pieces += 1
  expect(pieces).toBeGreaterThan(3)
  // What is older than anybody is shown is not counted.
  const shown = (await counted(merchantId)).filter(({ day }: { day?: string }) => day !== old)
  expect(await figures.since(merchantId, FIRST_DAY)).toEqual(shown)
  const plans = await plansOf(app.pool, async (db) => {
    await createMerchantFigures(db).takeIn(merchantId)
    await createMerchantFigures(db).since(merchantId, FIRST_DAY)
  })
  const report = plans.map(({ text }) => text).join('\n')
  expect(report).not.toMatch(/Seq Scan on (payment|notification|portal_counted)\b/)
  const pages = plans.reduce((sum, { Plan }) => sum + pagesOf(Plan), 0)
  expect(pages, report).toBeLessThan(200)
})

test('while somebody counts, the deliveries of the same events wait for nobody', async () => {
  const paymentId = await app.payments.sale()
  const deliver = () =>
    execute(app.pool, "update notification set state = 'accepted' where owner_id = $1", [paymentId])
  let delivered = 0
  const connect = async () => {
    const client = await app.pool.connect()
    return new Proxy(client, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        if (name !== 'query') return member.bind(target) as unknown
        return async (config: { name?: string }) => {
          if (config.name === 'portal_figures_take_in') delivered = await deliver()
          return target.query(config as never)
        }
      },
    })
  }
  const slow = createMerchantFigures({ ...app.pool, query: (one) => app.pool.query(one), connect })
  expect(await slow.takeIn(shop)).toBe(true)
  expect(delivered).toBeGreaterThan(0)
})

test('what waits is told in the order of time, the first of each kind, as it stands now', async () => {
  const merchantId = 'waits'
  await execute(
    app.pool,
    "insert into merchant (mid, kind, name) values ($1, 'merchant', 'Shop')",
    [merchantId],
  )
  await addWaiting(merchantId)
  while (!(await figures.takeIn(merchantId)));
  const told = async () =>
    (await figures.waiting(merchantId)).map(({ paymentId, waitsFor, amountMinor }) => [
      ...[paymentId, waitsFor, amountMinor],
    ])
  const refunds = [1, 2, 3].map((n) => [`refund${n}`, 'refund', 500])
  const holds = (...numbers: number[]) => numbers.map((n) => [`hold${n}`, 'capture', 1_500])
  const payers = (...numbers: number[]) => numbers.map((n) => [`payer${n}`, 'payer', 2_500])
  expect(await told()).toEqual([...refunds, ...payers(1, 2, 3), ...holds(1, 2, 3)])
  // Captured since, and nobody has counted it yet: it is not told of.
  await execute(app.pool, "update payment set phase = 'paid' where payment_id = 'hold1'")
  expect(await told()).toEqual([...refunds, ...payers(1, 2, 3), ...holds(2, 3)])
  expect(await figures.waiting(OTHER.merchantId)).toEqual([])
  const plans = await plansOf(app.pool, (db) => createMerchantFigures(db).waiting(merchantId))
  const report = plans.map(({ text }) => text).join('\n')
  expect(report).not.toMatch(/Seq Scan on (payment|portal_counted)\b/)
  const pages = plans.reduce((sum, { Plan }) => sum + pagesOf(Plan), 0)
  expect(pages, report).toBeLessThan(100)
})

/** A thousand of each kind: the higher the number, the later. */
async function addWaiting(merchantId: string): Promise<void> {
  await execute(
    app.pool,
    `insert into payment (payment_id, version, merchant_id, status, phase, method, currency, amount_minor,
       authorized_minor, captured_minor, refunded_minor, reserved_minor, next_due_at, created_at, updated_at,
       readable_until, state)
     select kind || n, 3, $1, status, phase, 'CARD', 'PLN', 2500, authorized, captured, 0, reserved, due,
       now() - interval '1 day', now() - interval '1 day' + n * interval '1 second', now() + interval '1 day',
       '{"calls": []}'
     from generate_series(1, 1000) n
     cross join lateral (values
       ('payer', 'PENDING', 'awaitingPayer', 0, 0, 0, now() + n * interval '1 second'),
       ('hold', 'COMPLETED', 'authorized', 2500, 1000, 0, now() + interval '1 day' + n * interval '1 second'),
       ('refund', 'COMPLETED', 'paid', 2500, 2500, 500, now() + interval '90 days')
     ) as one (kind, status, phase, authorized, captured, reserved, due)`,
    [merchantId],
  )
  await addEvents(merchantId)
}

const old = new Date(Date.now() - 110 * 86_400_000).toISOString().slice(0, 10)

/** As many thousand payments as fill several pieces, a day of them too old. */
async function addBusyMonth(merchantId: string): Promise<void> {
  await execute(
    app.pool,
    `insert into payment (payment_id, version, merchant_id, status, phase, method, currency, amount_minor,
       authorized_minor, captured_minor, refunded_minor, reserved_minor, created_at, updated_at,
       readable_until, state)
     select 'busy' || n, 3, $1, case when n % 10 = 5 then 'REJECTED' else 'SETTLED' end,
       case when n % 10 = 5 then 'rejected' else 'settled' end, 'CARD', 'PLN', 2500,
       case when n % 10 = 5 then 0 else 2500 end, case when n % 10 = 5 then 0 else 2500 end,
       case when n % 10 = 6 then 500 else 0 end, 0, at, at, now() + interval '1 day',
       '{"instrument": {"organization": "VISA"}, "calls": []}'
     from generate_series(1, $2::int) n
     cross join lateral (select case when n <= 500 then $3::timestamptz + interval '12 hours'
       else now() - ($2::int - n) * interval '29 days' / $2::int end as at) as moment`,
    [merchantId, MANY, old],
  )
  await addEvents(merchantId)
}

async function addEvents(merchantId: string): Promise<void> {
  await execute(
    app.pool,
    `insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state, created_at)
     select payment_id || '_1', payment_id, 1, merchant_id, 'payment', '{}', 'unsent', created_at
       from payment where merchant_id = $1`,
    [merchantId],
  )
  const owner = openPool(app.databaseUrl)
  await execute(owner, 'vacuum analyze payment, notification, portal_counted')
  await owner.end()
}

test.for(['Etc/GMT+12', 'Pacific/Kiritimati'])(
  'days that nobody is shown any more are forgotten, wherever the database stands: %s',
  async (zone) => {
    const url = new URL(app.databaseUrl)
    url.searchParams.set('options', `-c TimeZone=${zone}`)
    const pool = openPool(url.href)
    const { forget } = createMerchantFigures(pool)
    try {
      for (const table of ['portal_day', 'portal_counted']) {
        const daysAgo = (days: number) =>
          execute(
            pool,
            `update ${table} set day = (now() at time zone 'Europe/Warsaw')::date - $1::int
              where ctid = (select ctid from ${table} order by day limit 1)`,
            [days],
          )
        const count = async () => (await many(pool, `select from ${table}`)).length
        const before = await count()
        await daysAgo(120)
        await forget()
        expect(await count()).toBe(before)
        await daysAgo(121)
        await forget()
        expect(await count()).toBe(before - 1)
      }
    } finally {
      await pool.end()
    }
  },
)
