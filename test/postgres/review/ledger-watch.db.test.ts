import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DbPool, Statement } from '../../../src/postgres/db.ts'
import { execute, many, one } from '../../../src/postgres/db.ts'
import {
  BALANCES,
  CHANGED,
  checkRound,
  COUNT,
  readBooksSeen,
} from '../../../src/postgres/review/ledger-watch.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { freshDatabase } from '../../support/database.ts'
import { recordPayments } from '../../support/recorded-payments.ts'
import { until } from '../../support/until.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

/** A database with some payments, which have been looked at. */
async function start() {
  const { pool } = await freshDatabase()
  const payments = recordPayments(pool, sandbox.url)
  const paymentId = await payments.sale()
  await payments.command(paymentId, { name: 'refund', amountMinor: 3_000 })
  expect(await checkRound(pool)).toEqual([])
  return { pool, payments, paymentId }
}

/** As if these rows had been changed a minute ago. */
const age = (pool: DbPool) =>
  execute(pool, `update payment set updated_at = updated_at - interval '1 minute'`)

const kept = (pool: DbPool) =>
  many(pool, 'select account, currency, amount_minor from ledger_sum order by 1, 2')
const summed = (pool: DbPool) =>
  many(
    pool,
    `select account, currency, sum(amount_minor)::bigint as amount_minor
       from posting group by 1, 2 order by 1, 2`,
  )

/** Each once; transactions under way in any database of the server hold the count up. */
const allCounted = async (pool: DbPool) => {
  const sums = await summed(pool)
  const read = async () => {
    expect(await checkRound(pool)).toEqual([])
    return kept(pool)
  }
  const isReached = (found: unknown) => isDeepStrictEqual(found, sums)
  await until('every posting is counted', read, isReached, 60_000)
}

describe('a round of the books', () => {
  test('counts all anew where the numbers of transactions have begun anew', async () => {
    const { pool, payments } = await start()
    const far = 1_000_000_000
    await execute(pool, `update posting set taken_in = taken_in + ${String(far)}`)
    await execute(pool, `update ledger_watch set counted_to = counted_to + ${String(far)}`)
    await payments.sale()
    expect(await checkRound(pool)).toEqual([])
    await payments.sale()
    expect(await checkRound(pool)).toEqual([])
    await allCounted(pool)
  })

  test('counts each posting once, also those of a transaction that was under way before', async () => {
    const { pool, payments } = await start()
    const late = await pool.connect()
    await late.query('begin')
    await late.query(
      `insert into posting (owner_id, version, position, account, currency, amount_minor, at)
       values ('late', 1, 1, 'bank', 'PLN', 5, now()), ('late', 1, 2, 'fees', 'PLN', -5, now())`,
    )
    await payments.sale()
    expect(await checkRound(pool)).toEqual([])
    await late.query('commit')
    late.release()
    expect(await checkRound(pool)).toEqual([])
    await allCounted(pool)
  })

  test('waits with the count, and not with the check, for what is under way in another database', async () => {
    const { pool, payments } = await start()
    await allCounted(pool)
    const other = await (await freshDatabase()).pool.connect()
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    await payments.sale()
    expect(await checkRound(pool)).toEqual([])
    expect(await kept(pool)).not.toEqual(await summed(pool))
    await other.query('commit')
    other.release()
    await allCounted(pool)
  })

  test.for([
    ['balance', `update balance set available_minor = available_minor + 1 where $1 <> ''`],
    ['row', `update payment set captured_minor = 9999 where payment_id = $1`],
    ['postings', `update posting set amount_minor = amount_minor * 2 where owner_id = $1`],
    ['journal', `delete from journal where owner_id = $1 and version = 2`],
  ] as const)('finds what a hand has changed by the next round: %s', async ([check, sql]) => {
    const { pool, paymentId } = await start()
    await execute(pool, sql, [paymentId])
    const found = await checkRound(pool)
    expect(found.map((finding) => finding.check)).toContain(check)
    expect((await readBooksSeen(pool))?.findings).toEqual(found)
  })

  test('tells of it until it is mended, and then no more', async () => {
    const { pool, paymentId } = await start()
    const change = (by: number) =>
      execute(
        pool,
        'update payment set captured_minor = captured_minor + $2 where payment_id = $1',
        [paymentId, by],
      )
    await change(-1)
    // Its turn is over: only that it was found before brings it back.
    await execute(pool, `update ledger_watch set swept_to = 'zzz', changed_to = now()`)
    await execute(pool, `update ledger_watch set in_payments = $1`, [
      JSON.stringify([{ check: 'row', id: paymentId, expected: '', found: '' }]),
    ])
    expect(await checkRound(pool)).toMatchObject([{ check: 'row', id: paymentId }])
    await change(1)
    expect(await checkRound(pool)).toEqual([])
  })

  test('looks at what changed since the last one, and at nothing twice', async () => {
    const { pool, payments } = await start()
    await age(pool)
    await execute(pool, `update ledger_watch set changed_to = now() - interval '2 minutes'`)
    await checkRound(pool)
    const { to } = await one<{ to: Date }>(pool, 'select changed_to as to from ledger_watch')
    expect(Date.now() - to.getTime()).toBeLessThan(110_000)
    // Neither the one before nor one of this moment, which may not be committed yet.
    const fresh = await payments.sale()
    await execute(
      pool,
      `update payment set updated_at = now() + interval '1 hour' where payment_id = $1`,
      [fresh],
    )
    expect(await many(pool, CHANGED, [new Date(to.getTime() + 1), 10])).toEqual([])
  })

  test('sums everything up once a day, and soon again while that is wrong', async () => {
    const { pool, paymentId } = await start()
    await execute(
      pool,
      `update posting set balance_after_minor = balance_after_minor + 1
        where owner_id = $1 and balance_after_minor is not null`,
      [paymentId],
    )
    expect(await checkRound(pool)).toEqual([])
    await execute(pool, `update ledger_watch set whole_at = now() - interval '25 hours'`)
    expect((await checkRound(pool)).map(({ check }) => check)).toContain('running_balance')
    await execute(
      pool,
      `update posting set balance_after_minor = balance_after_minor - 1
        where owner_id = $1 and balance_after_minor is not null`,
      [paymentId],
    )
    expect(await checkRound(pool)).not.toEqual([])
    await execute(pool, `update ledger_watch set whole_at = now() - interval '6 minutes'`)
    expect(await checkRound(pool)).toEqual([])
  })

  test('reads what was posted since, however much there is', async () => {
    const { pool } = await start()
    await execute(pool, `alter table posting disable trigger user`)
    // In parts: no statement may take long, here as elsewhere.
    for (let from = 1; from < 50_000; from += 5_000)
      await execute(
        pool,
        `insert into posting (owner_id, version, position, account, currency, amount_minor, at)
         select 'many' || n, 1, side, case side when 1 then 'bank' else 'fees' end, 'PLN',
                case side when 1 then n else -n end, now()
           from generate_series($1::int, $1::int + 4999) n, generate_series(1, 2) side`,
        [from],
      )
    // What is "since" waits for the oldest transaction of the whole server, of other tests too.
    const plans = async () => {
      await checkRound(pool)
      await execute(pool, `select brin_summarize_new_values('posting_by_transaction')`)
      await execute(pool, 'analyze posting')
      return Promise.all([COUNT, BALANCES].map((statement) => planOf(pool, statement)))
    }
    const byIndex = expect.stringMatching(
      /^(?!.*Seq Scan on posting).*Bitmap Index Scan on posting_by_transaction/s,
    )
    await expect.poll(plans, { timeout: 120_000, interval: 500 }).toEqual([byIndex, byIndex])
  })
})

async function planOf(pool: DbPool, { text }: Statement): Promise<string> {
  const rows = await many<{ 'QUERY PLAN': string }>(pool, `explain ${text}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
