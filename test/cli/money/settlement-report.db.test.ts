import { expect, test } from 'vitest'
import { checkLedger } from '../../../src/cli/money/check-ledger.ts'
import { execute, many } from '../../../src/postgres/db.ts'
import { commandLine } from '../../support/cli.ts'
import { freshDatabase } from '../../support/database.ts'

const ID = 'abcdefghijklmnopqrstuvwxyzabcdef'
const why = ['--reason', 'August', '--by', 'anna']

/** A merchant that has sold for 200.00, refunded 5.00 and owes 2.20 for it. */
async function start() {
  const { url, pool } = await freshDatabase()
  await execute(pool, `insert into merchant (mid, kind, name) values ('shop', 'merchant', 'Shop')`)
  await execute(
    pool,
    `select post('[{"account":"blik/receivable","amountMinor":-19500,"currency":"PLN"},
                  {"account":"merchant/shop/payable","amountMinor":19500,"currency":"PLN"},
                  {"account":"merchant/shop/fees","amountMinor":-220,"currency":"PLN"},
                  {"account":"fees/income","amountMinor":220,"currency":"PLN"}]', 'sales', 1, now())`,
  )
  await execute(
    pool,
    `insert into settlement_batch (batch_id, cutoff, provider, state)
     values ('blik/b', now(), 'blik', 'done')`,
  )
  await execute(
    pool,
    `insert into merchant_settlement (settlement_id, batch_id, merchant_id, currency, settled_at,
       sales_minor, refunds_minor, fees_minor, lines)
     values ('${ID}', 'blik/b', 'shop', 'PLN', now(), 20000, 500, 220, 3)`,
  )
  const sums = async () =>
    Object.fromEntries(
      (
        await many<{ account: string; sum: number }>(
          pool,
          `select account, sum(amount_minor)::bigint as sum from posting
            where account like 'merchant/%' group by 1`,
        )
      ).map(({ account, sum }) => [account, sum]),
    )
  return { pool, sums, tollgate: commandLine({ DATABASE_URL: url, KEYS_FILE: 'none' }) }
}

test('the net of a settlement is paid out once, and its fees are kept', async () => {
  const { pool, sums, tollgate } = await start()
  expect((await tollgate('settlement', 'report', 'shop')).text).toMatch(
    /blik .* 3 +PLN 200.00 +PLN 5.00 +PLN 0.00 +PLN 2.20 +PLN 192.80/,
  )
  const asked = await tollgate('settlement', 'pay', 'shop', ID, ...why, '--json')
  const { id } = JSON.parse(asked.text)
  expect(await tollgate('approvals', 'approve', id, '--by', 'anna')).toMatchObject({ code: 1 })
  expect(await tollgate('approvals', 'approve', id, '--by', 'jan')).toMatchObject({
    code: 0,
    text: 'payout of PLN 192.80 booked; available: PLN 0.00\n',
  })
  expect(await tollgate('settlement', 'pay', 'shop', ID, ...why)).toMatchObject({
    code: 0,
    text: 'was booked before\n',
  })
  expect(await sums()).toEqual({
    'merchant/shop/payable': 0,
    'merchant/shop/fees': 0,
    'merchant/shop/paid_out': 19_280,
  })
  const [shown] = JSON.parse((await tollgate('settlement', 'report', 'shop', '--json')).text)
  expect(shown).toMatchObject({ netMinor: 19_280, paidOutAt: expect.any(String) })
  expect((await checkLedger({ db: pool })).findings).toEqual([])
})

test('a settlement whose sums changed after it was asked for is not paid out', async () => {
  const { pool, sums, tollgate } = await start()
  const before = await sums()
  const asked = await tollgate('settlement', 'pay', 'shop', ID, ...why, '--json')
  await execute(pool, 'update merchant_settlement set fees_minor = 300')
  const { id } = JSON.parse(asked.text)
  expect(await tollgate('approvals', 'approve', id, '--by', 'jan')).toMatchObject({
    code: 1,
    problem: 'it is not the net of that settlement of this merchant\n',
  })
  expect(await sums()).toEqual(before)
})

test('nothing is paid out of a settlement that is not there, or that comes to nothing', async () => {
  const { pool, tollgate } = await start()
  expect(await tollgate('settlement', 'pay', 'shop', 'other', ...why)).toMatchObject({ code: 1 })
  await execute(pool, 'update merchant_settlement set refunds_minor = 20000')
  expect(await tollgate('settlement', 'pay', 'shop', ID, ...why)).toMatchObject({
    code: 1,
    problem: 'nothing of it is left to pay out\n',
  })
})
