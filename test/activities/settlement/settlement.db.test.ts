import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSettlementActivities } from '../../../activities/settlement/settlement.ts'
import type { SendCommand } from '../../../activities/settlement/signal-settled.ts'
import { checkLedger } from '../../../src/cli/money/check-ledger.ts'
import { createLog } from '../../../src/process/log.ts'
import type { Db, DbPool } from '../../../src/postgres/db.ts'
import { many, one } from '../../../src/postgres/db.ts'
import { listSettlementDifferences } from '../../../src/postgres/settlements/settlement-differences.ts'
import { createSettlements } from '../../../src/postgres/settlements/settlements.ts'
import { createCommand, preauth } from '../../domain/payment/support.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { freshDatabase } from '../../support/database.ts'
import { recordDisputes } from '../../support/recorded-disputes.ts'
import { recordPayments } from '../../support/recorded-payments.ts'

const log = createLog('worker', 'silent')
let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

let batches = 0

/** A batch that is run as its workflow would, but step by step. */
async function start() {
  const { pool } = await freshDatabase()
  const payments = recordPayments(pool, sandbox.url)
  const told: string[] = []
  const tell: SendCommand = (paymentId) => {
    told.push(paymentId)
    return Promise.resolve('sent')
  }
  const through = (acquirer = payments.acquirer, db: Db = pool) =>
    createSettlementActivities({
      log,
      acquirer,
      blik: payments.blik,
      bank: payments.bank,
      db: db as DbPool,
      hint: () => undefined,
      ...recordDisputes(pool),
      sendCommand: tell,
    })
  const run = async (batchId: string, activities = through()) => {
    expect(await inActivity(() => activities.openBatch(batchId))).toBeUndefined()
    const { total } = await inActivity(() => activities.closeBatch(batchId))
    for (let after = 0; after < total;) {
      const page = await inActivity(() => activities.settlePage(batchId, after))
      if (page.lines === 0) break
      after = page.last
    }
    return inActivity(() => activities.finishBatch(batchId))
  }
  // What earlier tests left at the acquirer belongs to batches of their own.
  await payments.acquirer.closeSettlement(newBatch())
  return { pool, payments, told, through, run, batchId: newBatch() }
}

const newBatch = () => `batch-${(batches += 1)}`

const logger = new DefaultLogger('ERROR')
const inActivity = <T>(run: () => Promise<T>): Promise<T> =>
  new MockActivityEnvironment(undefined, { logger }).run<[], T, () => Promise<T>>(run)

const kinds = async (pool: DbPool, batchId: string) =>
  (await listSettlementDifferences(pool, batchId, 100)).map(({ kind }) => kind)

describe('a batch', () => {
  test('settles sales and captures, not holds, and matches refunds', async () => {
    const { pool, payments, run, batchId } = await start()
    const sale = await payments.sale()
    const hold = await payments.sale(preauth)
    const captured = await payments.sale(preauth)
    await payments.command(captured, { name: 'capture', amountMinor: 4_000 })
    await payments.command(sale, { name: 'refund', amountMinor: 1_000 })

    expect(await run(batchId)).toMatchObject({ batchId, lines: 3, settled: 2, differences: 0 })
    expect((await payments.read(sale)).phase).toBe('settled')
    expect((await payments.read(captured)).phase).toBe('settled')
    expect((await payments.read(hold)).phase).toBe('authorized')
    expect(await createSettlements(pool).find(batchId)).toMatchObject({
      state: 'done',
      matched: 1,
      total: 3,
    })
  })

  test('settles each of several captures, in one batch or in two, and names those that are missing', async () => {
    const { pool, payments, run, batchId } = await start()
    const merchant = { ...createCommand().merchant, severalCaptures: true } as const
    const inOne = await payments.sale({ ...preauth, merchant })
    await payments.command(inOne, { name: 'capture', amountMinor: 3_000, keepsRest: true })
    await payments.command(inOne, { name: 'capture', amountMinor: 2_000 })
    const inTwo = await payments.sale({ ...preauth, merchant })
    await payments.command(inTwo, { name: 'capture', amountMinor: 4_000, keepsRest: true })

    expect(await run(batchId)).toMatchObject({ lines: 3, settled: 3, differences: 0 })
    expect(await payments.read(inOne)).toMatchObject({ phase: 'settled', capturedMinor: 5_000 })
    expect(await payments.read(inTwo)).toMatchObject({ phase: 'authorized', capturedMinor: 4_000 })
    expect((await checkLedger({ db: pool })).findings).toEqual([])

    await payments.command(inTwo, { name: 'capture', amountMinor: 1_000 })
    // The report that the second one is in never comes to us.
    await payments.acquirer.closeSettlement(newBatch())
    const next = newBatch()
    expect(await run(next)).toMatchObject({ lines: 0, differences: 1 })
    expect(await listSettlementDifferences(pool, next, 9)).toMatchObject([
      {
        kind: 'missing_line',
        reference: (await payments.read(inTwo)).transactions.at(-1)?.reference,
      },
    ])
    expect(await payments.read(inTwo)).toMatchObject({ phase: 'paid', capturedMinor: 5_000 })
  })

  test('cut off after its commit, and run again after a later one, has its line and its fee', async () => {
    const { pool, payments, run, batchId } = await start()
    const fees = [{ method: 'CARD', percent: 2, fixed: 0 }] as const
    const merchant = {
      ...createCommand().merchant,
      severalCaptures: true as const,
      fees: [...fees],
    }
    const id = await payments.sale({ ...preauth, merchant })
    await payments.command(id, { name: 'capture', amountMinor: 4_000, keepsRest: true })
    const lines = () =>
      many(
        pool,
        `select outcome, fee_minor as fee from settlement_line where batch_id = '${batchId}'`,
      )
    await run(batchId)
    const whole = await lines()
    expect(whole).toEqual([{ outcome: 'settled', fee: 80 }])
    // The payment is committed before its line is.
    await pool.query({
      text: `update settlement_line set outcome = null, fee_minor = 0 where batch_id = '${batchId}'`,
    })
    await payments.command(id, { name: 'capture', amountMinor: 1_000 })
    expect(await run(newBatch())).toMatchObject({ settled: 1, differences: 0 })

    expect(await run(batchId)).toMatchObject({ settled: 1, differences: 0 })
    expect(await lines()).toEqual(whole)
    const { transactions } = await payments.read(id)
    const settlements = transactions.filter(({ type }) => type === 'SETTLEMENT')
    expect(settlements.map(({ batch }) => batch)).toEqual([batchId, expect.any(String)])
  })

  test('leaves nothing at the acquirer that the bank did not pay for or keep back', async () => {
    const { pool, payments, run, batchId } = await start()
    const sale = await payments.sale()
    await payments.sale()
    await payments.command(sale, { name: 'refund', amountMinor: 1_000 })
    await run(batchId)
    const sums = await many<{ account: string; sum: number }>(
      pool,
      `select account, sum(amount_minor)::bigint as sum from posting group by 1 order by 1`,
    )
    expect(Object.fromEntries(sums.map(({ account, sum }) => [account, sum]))).toEqual({
      'acquirer/receivable': 0,
      bank: -19_000,
      'merchant/shop/payable': 19_000,
      'merchant/shop/reserved': 0,
      'refund/in_transit': 0,
    })
  })

  test('read a second time changes nothing', async () => {
    const { pool, payments, run, batchId } = await start()
    const sale = await payments.sale()
    await payments.command(sale, { name: 'refund', amountMinor: 1_000 })
    const first = await run(batchId)
    const counts = () =>
      one(
        pool,
        `select (select count(*) from journal) as lines, (select count(*) from posting) as p`,
      )
    const before = await counts()
    expect(await run(batchId)).toEqual(first)
    expect(await counts()).toEqual(before)
  })

  test.for([
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [3, 'after'],
  ] as const)(
    'killed at commit %i, %s it, goes on with nothing done twice',
    { timeout: 300_000 },
    async ([nth, side]) => {
      const { pool, payments, run, through, batchId } = await start()
      const sales: string[] = []
      // No more at a time than the pool has connections: a busy machine would let them wait too long.
      while (sales.length < 120)
        sales.push(...(await Promise.all(Array.from({ length: 8 }, () => payments.sale()))))
      let commits = 0
      const dying: Db = {
        query: async (config) => {
          const isCommit = config.name === 'record_payments'
          if (isCommit) commits += 1
          if (isCommit && commits === nth && side === 'before') throw new Error('killed')
          const answer = await pool.query(config)
          if (isCommit && commits === nth) throw new Error('killed')
          return answer
        },
      }
      await expect(run(batchId, through(payments.acquirer, dying))).rejects.toThrow('killed')
      expect(await run(batchId)).toMatchObject({ lines: 120, settled: 120, differences: 0 })
      for (const sale of sales) {
        const { phase, transactions } = await payments.read(sale)
        expect(phase).toBe('settled')
        expect(transactions.filter(({ type }) => type === 'SETTLEMENT')).toHaveLength(1)
      }
      expect((await checkLedger({ db: pool })).findings).toEqual([])
    },
  )

  test('a payment that moves between the look and the commit is looked at again', async () => {
    const { pool, payments, run, through, batchId } = await start()
    const [sale] = await Promise.all([payments.sale(), payments.sale()])
    let moved = false
    const racing: Db = {
      query: async (config) => {
        if (config.name === 'record_payments' && !moved) {
          moved = true
          await payments.command(sale, { name: 'refund', amountMinor: 1_000 })
        }
        return pool.query(config)
      },
    }
    expect(await run(batchId, through(payments.acquirer, racing))).toMatchObject({ settled: 2 })
    const { phase, refundedMinor } = await payments.read(sale)
    expect([phase, refundedMinor]).toEqual(['settled', 1_000])
    expect((await checkLedger({ db: pool })).findings).toEqual([])
  })

  test('one payment that the database refuses keeps no other back', async () => {
    const { pool, payments, run, batchId } = await start()
    const [odd, fine] = await Promise.all([payments.sale(), payments.sale()])
    // A row that is not where its journal is: nothing may be written about it.
    await pool.query({
      text: `update payment set version = 9 where payment_id = $1`,
      values: [odd],
    })
    expect(await run(batchId)).toMatchObject({ settled: 1, differences: 1 })
    expect(await kinds(pool, batchId)).toEqual(['payment_held'])
    expect((await payments.read(fine)).phase).toBe('settled')
    expect((await payments.read(odd)).phase).toBe('paid')
  })

  test('tells each settled payment afterwards, under the message that stands', async () => {
    const { payments, run, through, told, batchId } = await start()
    const sales = await Promise.all(Array.from({ length: 20 }, () => payments.sale()))
    await run(batchId)
    expect(told).toEqual([])
    const { last, lines } = await inActivity(() => through().tellPage(batchId, 0))
    expect([last, lines]).toEqual([20, 20])
    expect(told.toSorted()).toEqual(sales.toSorted())
    expect(await inActivity(() => through().tellPage(batchId, last))).toMatchObject({ lines: 0 })
  })

  test('waits for another that is under way, and takes nothing of it for missing', async () => {
    const { pool, payments, run, through, batchId } = await start()
    await Promise.all(Array.from({ length: 3 }, () => payments.sale()))
    const first = newBatch()
    const activities = through()
    await inActivity(() => activities.openBatch(first))
    await inActivity(() => activities.closeBatch(first))
    expect(await inActivity(() => activities.openBatch(batchId))).toBe(first)
    // Opened all the same, such as by a release that did not wait.
    await pool.query({
      text: 'insert into settlement_batch (batch_id, cutoff) values ($1, now())',
      values: [batchId],
    })
    expect(await run(batchId)).toMatchObject({ lines: 0, differences: 0 })
    expect(await run(first)).toMatchObject({ lines: 3, settled: 3, differences: 0 })
    expect(await inActivity(() => activities.openBatch(newBatch()))).toBeUndefined()
  })

  test('from its opening on, completed sales are no longer cancelled', async () => {
    const { payments, through, batchId } = await start()
    const sale = await payments.sale()
    await inActivity(() => through().openBatch(batchId))
    expect(await payments.command(sale, { name: 'cancel', by: 'merchant' })).toEqual({
      accepted: false,
      code: 'settlement_in_progress',
    })
  })
})

describe('what does not fit is listed, not settled', () => {
  test('a reference that is not ours', async () => {
    const { pool, payments, run, batchId } = await start()
    await payments.acquirer.authorize({
      reference: `${'z'.repeat(26)}-auth-somebody`,
      kind: 'SALE',
      amountMinor: 500,
      currency: 'PLN',
      merchant: { merchantId: 'm', name: 'm', mcc: '5999' },
      card: { number: '4000000000001075', expDate: '203012' },
      initiator: 'CUSTOMER',
    })
    expect(await run(batchId)).toMatchObject({ lines: 1, settled: 0, differences: 1 })
    expect(await kinds(pool, batchId)).toEqual(['unknown_reference'])
  })

  test.for([
    ['other_amount', { amountMinor: 9_999 }],
    ['other_currency', { currency: 'EUR' }],
  ] as const)('a report that says %s', async ([kind, change]) => {
    const { pool, payments, run, through, batchId } = await start()
    const sale = await payments.sale()
    const lying = altered(payments.acquirer, (line) => ({ ...line, ...change }))
    expect(await run(batchId, through(lying))).toMatchObject({ settled: 0, differences: 1 })
    expect(await kinds(pool, batchId)).toEqual([kind])
    expect((await payments.read(sale)).phase).toBe('paid')
  })

  test('a report that names a sale twice', async () => {
    const { pool, payments, run, through, batchId } = await start()
    await Promise.all([payments.sale(), payments.sale()])
    let first: string | undefined
    const repeating = altered(payments.acquirer, (line) => ({
      ...line,
      reference: (first ??= line.reference),
    }))
    await run(batchId, through(repeating))
    expect((await kinds(pool, batchId)).sort()).toEqual(['duplicate_line', 'missing_line'])
  })

  test('a sale of ours that the report leaves out, and a total that is too high', async () => {
    const { pool, payments, run, through, batchId } = await start()
    const [, second] = await Promise.all([payments.sale(), payments.sale()])
    const forgetful = {
      ...payments.acquirer,
      settlementLines: async (...args: Parameters<typeof payments.acquirer.settlementLines>) => {
        const page = await payments.acquirer.settlementLines(...args)
        return {
          ...page,
          lines: page.lines.filter(({ reference }) => !reference.startsWith(second)),
        }
      },
    }
    expect(await run(batchId, through(forgetful))).toMatchObject({ lines: 1, settled: 1 })
    expect((await kinds(pool, batchId)).sort()).toEqual(['missing_line', 'wrong_total'])
    expect((await payments.read(second)).phase).toBe('paid')
  })

  test('a sale that went through an account elsewhere is not expected in the report', async () => {
    const { pool, payments, run, through, batchId } = await start()
    const sale = await payments.sale()
    const empty = {
      ...payments.acquirer,
      closeSettlement: () => Promise.resolve({ fileId: 'F', total: 0 }),
      settlementLines: () => Promise.resolve({ fileId: 'F', total: 0, lines: [] }),
    }
    await pool.query({
      text: `update payment set state = jsonb_set(state, '{via}', '"stripe/main"') where payment_id = $1`,
      values: [sale],
    })
    expect(await run(batchId, through(empty))).toMatchObject({ lines: 0, differences: 0 })
    expect(await kinds(pool, batchId)).toEqual([])
  })

  test('a payment that is cancelled at the acquirer meanwhile waits for it, then settles', async () => {
    const { payments, run, batchId } = await start()
    const sale = await payments.sale()
    await payments.decideOnly(sale, { name: 'cancel', by: 'merchant' })
    const running = run(batchId)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await payments.perform(sale)
    expect(await running).toMatchObject({ settled: 1, differences: 0 })
    const { transactions } = await payments.read(sale)
    expect(transactions.map(({ type, status }) => `${type} ${status}`)).toEqual([
      'AUTH COMPLETED',
      'CANCEL REJECTED',
      'SETTLEMENT COMPLETED',
    ])
  })

  test('a payment whose workflow has ended', async () => {
    const { pool, payments, run, batchId } = await start()
    const sale = await payments.sale()
    const { refundUntil = 0 } = await payments.read(sale)
    const due = { type: 'due', id: 'due/refundWindowEnd', name: 'refundWindowEnd' } as const
    await payments.take(sale, { ...due, at: refundUntil })
    expect(await run(batchId)).toMatchObject({ settled: 0, differences: 1 })
    expect(await kinds(pool, batchId)).toEqual(['payment_closed'])
  })

  test('lines of another file are never mixed in', async () => {
    const { payments, run, through, batchId } = await start()
    await payments.sale()
    await run(batchId)
    const other = {
      ...payments.acquirer,
      settlementLines: async (...args: Parameters<typeof payments.acquirer.settlementLines>) => ({
        ...(await payments.acquirer.settlementLines(...args)),
        fileId: 'other',
      }),
    }
    await expect(run(batchId, through(other))).rejects.toThrow(/is file/)
  })
})

type Acquirer = ReturnType<typeof recordPayments>['acquirer']
type Page = Awaited<ReturnType<Acquirer['settlementLines']>>

/** The real report, but with every line changed on the way. */
const altered = (
  acquirer: Acquirer,
  change: (line: Page['lines'][number]) => Page['lines'][number],
): Acquirer => ({
  ...acquirer,
  settlementLines: async (...args) => {
    const page = await acquirer.settlementLines(...args)
    return { ...page, lines: page.lines.map(change) }
  },
})
