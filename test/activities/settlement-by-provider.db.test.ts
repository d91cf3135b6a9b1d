import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSettlementActivities } from '../../activities/settlement/settlement.ts'
import { checkLedger } from '../../src/cli/money/check-ledger.ts'
import type { MerchantFacts } from '../../src/domain/actor/merchant-facts.ts'
import { createLog } from '../../src/process/log.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { many } from '../../src/postgres/db.ts'
import { createMerchantSettlements } from '../../src/postgres/self-service/merchant-settlements.ts'
import { listSettlementDifferences } from '../../src/postgres/settlements/settlement-differences.ts'
import { createCommand } from '../domain/payment/support.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { freshDatabase } from '../support/database.ts'
import { recordDisputes } from '../support/recorded-disputes.ts'
import { recordPayments } from '../support/recorded-payments.ts'
import type { RecordedPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
let batches = 0
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const logger = new DefaultLogger('ERROR')
const inActivity = <T>(run: () => Promise<T>): Promise<T> =>
  new MockActivityEnvironment(undefined, { logger }).run<[], T, () => Promise<T>>(run)

type Through = Partial<Pick<RecordedPayments, 'acquirer' | 'blik' | 'bank'>> & { reportsOf?: never }

async function start() {
  const { pool } = await freshDatabase()
  const payments = recordPayments(pool, sandbox.url)
  const run = async (batchId: string, others: Through = {}) => {
    const activities = createSettlementActivities({
      log: createLog('worker', 'silent'),
      db: pool,
      hint: () => undefined,
      acquirer: payments.acquirer,
      blik: payments.blik,
      bank: payments.bank,
      ...others,
      ...recordDisputes(pool),
      sendCommand: () => Promise.resolve('sent'),
    })
    expect(await inActivity(() => activities.openBatch(batchId))).toBeUndefined()
    const { total } = await inActivity(() => activities.closeBatch(batchId))
    for (let after = 0; after < total;) {
      const page = await inActivity(() => activities.settlePage(batchId, after))
      if (page.lines === 0) break
      after = page.last
    }
    return inActivity(() => activities.finishBatch(batchId))
  }
  // What earlier tests left there belongs to batches of their own.
  await payments.blik.closeSettlement(newName())
  await payments.acquirer.closeSettlement(newName())
  return { pool, payments, run, batchId: `blik/${newName()}` }
}

const newName = () => `by-provider-${(batches += 1)}`

const facts = (changes: Partial<MerchantFacts> = {}): MerchantFacts => ({
  ...createCommand().merchant,
  bookedByProvider: true,
  ...changes,
})
const blikSale = (merchant = facts()) => ({
  merchant,
  method: 'BLIK' as const,
  instrument: { type: 'BLIK_CODE', secretOwner: 'queue' } as const,
})
const fees = [{ method: 'BLIK', percent: 1, fixed: 0.1 } as const]

const accounts = async (pool: DbPool) =>
  Object.fromEntries(
    (
      await many<{ account: string; sum: number }>(
        pool,
        `select account, sum(amount_minor)::bigint as sum from posting group by 1
         having sum(amount_minor) <> 0 order by 1`,
      )
    ).map(({ account, sum }) => [account, sum]),
  )
const kinds = async (pool: DbPool, batchId: string) =>
  (await listSettlementDifferences(pool, batchId, 100)).map(
    ({ provider, kind }) => `${provider} ${kind}`,
  )

describe('a batch of BLIK', () => {
  test('settles its sales, keeps refunds back, and leaves those of the acquirer alone', async () => {
    const { pool, payments, run, batchId } = await start()
    const sale = await payments.sale(blikSale())
    const card = await payments.sale({ merchant: facts() })
    await payments.command(sale, { name: 'refund', amountMinor: 1_000 })
    expect(await accounts(pool)).toMatchObject({
      'blik/receivable': -9_000,
      'acquirer/receivable': -10_000,
    })
    expect(await run(batchId)).toMatchObject({ lines: 2, settled: 1, differences: 0 })
    expect((await payments.read(sale)).phase).toBe('settled')
    expect((await payments.read(card)).phase).toBe('paid')
    expect(await accounts(pool)).toEqual({
      'acquirer/receivable': -10_000,
      bank: -9_000,
      'merchant/shop/payable': 19_000,
    })
    expect((await checkLedger({ db: pool })).findings).toEqual([])
  })

  test('books what each sale costs its merchant, and adds it up in the settlement', async () => {
    const { pool, payments, run, batchId } = await start()
    const sale = await payments.sale(blikSale(facts({ fees })))
    await payments.sale(blikSale(facts({ fees })))
    await payments.command(sale, { name: 'refund', amountMinor: 500 })
    await run(batchId)
    expect(await accounts(pool)).toEqual({
      bank: -19_500,
      'fees/income': 220,
      'merchant/shop/fees': -220,
      'merchant/shop/payable': 19_500,
    })
    const settlements = createMerchantSettlements(pool)
    const [found] = await settlements.list('shop', { limit: 10 })
    expect(found).toMatchObject({
      provider: 'blik',
      salesMinor: 20_000,
      refundsMinor: 500,
      feesMinor: 220,
      lines: 3,
    })
    const lines = await settlements.lines(found!, 0, 10)
    expect(lines.map(({ kind, amountMinor, feeMinor }) => [kind, amountMinor, feeMinor])).toEqual([
      ['SALE', 10_000, 110],
      ['SALE', 10_000, 110],
      ['REFUND', -500, 0],
    ])
    expect((await checkLedger({ db: pool })).findings).toEqual([])
  })

  test('read a second time books no fee twice', async () => {
    const { pool, payments, run, batchId } = await start()
    await payments.sale(blikSale(facts({ fees })))
    const first = await run(batchId)
    const before = await accounts(pool)
    expect(await run(batchId)).toEqual(first)
    expect(await accounts(pool)).toEqual(before)
  })

  test('settles an earlier payment on the account that it was booked on', async () => {
    const { pool, payments, run, batchId } = await start()
    const { bookedByProvider: _, ...before } = facts()
    await payments.sale(blikSale(before))
    expect(await accounts(pool)).toMatchObject({ 'acquirer/receivable': -10_000 })
    expect(await run(batchId)).toMatchObject({ settled: 1, differences: 0 })
    expect(await accounts(pool)).toEqual({ bank: -10_000, 'merchant/shop/payable': 10_000 })
    expect((await checkLedger({ db: pool })).findings).toEqual([])
  })

  test('names money that came and went back: neither is a difference, nothing is left', async () => {
    const { pool, payments, run, batchId } = await start()
    const sale = await payments.sale(blikSale())
    await payments.command(sale, { name: 'cancel', by: 'merchant' })
    expect((await payments.read(sale)).phase).toBe('cancelled')
    expect(await run(batchId)).toMatchObject({ lines: 2, settled: 0, differences: 0 })
    expect(await accounts(pool)).toEqual({})
    expect(await createMerchantSettlements(pool).list('shop', { limit: 1 })).toEqual([])
  })

  test('that leaves a sale out has a difference of its own', async () => {
    const { pool, payments, run, batchId } = await start()
    await payments.sale(blikSale())
    await payments.sale({ merchant: facts() })
    const empty = { fileId: 'F', total: 0, lines: [] }
    const silent = {
      ...payments.blik,
      closeSettlement: () => Promise.resolve(empty),
      settlementLines: () => Promise.resolve(empty),
    }
    expect(await run(batchId, { blik: silent })).toMatchObject({ lines: 0, differences: 1 })
    expect(await kinds(pool, batchId)).toEqual(['blik missing_line'])
  })

  test('does not wait for one of the acquirer, and is waited for by another of BLIK', async () => {
    const { pool, run, batchId } = await start()
    const open = (id: string, provider: string) =>
      many<{ other: string | null }>(pool, 'select open_settlement($1, $2) as other', [
        id,
        provider,
      ])
    await open('acquirers', 'acquirer')
    await run(batchId)
    await open('blik/one', 'blik')
    expect(await open('blik/two', 'blik')).toEqual([{ other: 'blik/one' }])
  })
})

test('a line of a payment that went through somebody else is a difference', async () => {
  const { pool, payments, run } = await start()
  const batchId = newName()
  const sale = await payments.sale({ merchant: facts() })
  await pool.query({
    text: `update payment set state = jsonb_set(state, '{via}', '"stripe/main"') where payment_id = $1`,
    values: [sale],
  })
  expect(await run(batchId)).toMatchObject({ settled: 0, differences: 1 })
  expect(await kinds(pool, batchId)).toEqual(['acquirer other_provider'])
})

test("a payout of a merchant's own account settles what went through it, less what it keeps", async () => {
  const { pool, payments, run } = await start()
  const sale = await payments.sale({ merchant: facts({ acquirer: 'stripe/main' }) })
  const { reference = '' } = await payments.read(sale)
  const line = { line: 1, reference, operation: 'authorize', amountMinor: 10_000, currency: 'PLN' }
  const page = {
    fileId: 'po_1',
    total: 1,
    lines: [{ ...line, operation: 'authorize', feeMinor: 170 }],
  }
  const asked: unknown[] = []
  const acquirer = {
    ...payments.acquirer,
    reportsOf: (to: unknown) => {
      asked.push(to)
      return Promise.resolve({
        closeSettlement: () => Promise.resolve(page),
        settlementLines: () => Promise.resolve(page),
      })
    },
  }
  const batchId = 'stripe/main/shop/po_1'
  expect(await run(batchId, { acquirer })).toMatchObject({ settled: 1 })
  expect(asked[0]).toEqual({ merchantId: 'shop', connector: 'stripe', account: 'main' })
  expect(await accounts(pool)).toEqual({
    bank: -9_830,
    'merchant/shop/payable': 10_000,
    'stripe/main/shop/costs': -170,
  })
  expect((await createMerchantSettlements(pool).list('shop', { limit: 1 }))[0]).toMatchObject({
    provider: 'stripe/main',
  })
  const costs = createMerchantSettlements(pool).costs('shop', [reference, 'none'])
  expect(await costs).toEqual(new Map([[reference, 170]]))
  expect((await checkLedger({ db: pool })).findings).toEqual([])
})
