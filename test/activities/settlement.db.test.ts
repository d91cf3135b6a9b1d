import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSettlementActivities } from '../../activities/settlement.ts'
import type { SendCommand } from '../../activities/settle-lines.ts'
import { createLog } from '../../src/log.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { many, one } from '../../src/postgres/db.ts'
import { listSettlementDifferences } from '../../src/postgres/settlement-differences.ts'
import { createSettlements } from '../../src/postgres/settlements.ts'
import { preauth } from '../domain/payment/support.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { freshDatabase } from '../support/database.ts'
import { recordPayments } from '../support/recorded-payments.ts'

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
  const sent: string[] = []
  const send: SendCommand = async (paymentId, message) => {
    sent.push(message.id)
    await payments.take(paymentId, message)
    return 'sent'
  }
  const through = (sendCommand: SendCommand, acquirer = payments.acquirer) =>
    createSettlementActivities({ db: pool, log, acquirer, sendCommand })
  const run = async (batchId: string, activities = through(send)) => {
    await inActivity(() => activities.openBatch(batchId))
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
  return { pool, payments, sent, send, through, run, batchId: newBatch() }
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
    const { pool, payments, run, sent, batchId } = await start()
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
    expect(sent).toHaveLength(1)
  })

  test.for([1, 7, 23, 40])(
    'killed at line %i goes on with nothing done twice',
    async (killedAt) => {
      const { payments, run, through, send, batchId } = await start()
      const sales = await Promise.all(Array.from({ length: 40 }, () => payments.sale()))
      let sends = 0
      const dying: SendCommand = async (paymentId, message) => {
        sends += 1
        if (sends === killedAt) await send(paymentId, message)
        if (sends >= killedAt) throw new Error('killed')
        return send(paymentId, message)
      }
      await expect(run(batchId, through(dying))).rejects.toThrow('killed')
      expect(await run(batchId)).toMatchObject({ lines: 40, settled: 40, differences: 0 })
      for (const sale of sales) {
        const { phase, transactions } = await payments.read(sale)
        expect(phase).toBe('settled')
        expect(transactions.filter(({ type }) => type === 'SETTLEMENT')).toHaveLength(1)
      }
    },
  )

  test('from its opening on, completed sales are no longer cancelled', async () => {
    const { payments, through, send, batchId } = await start()
    const sale = await payments.sale()
    await inActivity(() => through(send).openBatch(batchId))
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
    const { pool, payments, run, through, send, batchId } = await start()
    const sale = await payments.sale()
    const lying = altered(payments.acquirer, (line) => ({ ...line, ...change }))
    expect(await run(batchId, through(send, lying))).toMatchObject({ settled: 0, differences: 1 })
    expect(await kinds(pool, batchId)).toEqual([kind])
    expect((await payments.read(sale)).phase).toBe('paid')
  })

  test('a report that names a sale twice', async () => {
    const { pool, payments, run, through, send, batchId } = await start()
    await Promise.all([payments.sale(), payments.sale()])
    let first: string | undefined
    const repeating = altered(payments.acquirer, (line) => ({
      ...line,
      reference: (first ??= line.reference),
    }))
    await run(batchId, through(send, repeating))
    expect((await kinds(pool, batchId)).sort()).toEqual(['duplicate_line', 'missing_line'])
  })

  test('a sale of ours that the report leaves out, and a total that is too high', async () => {
    const { pool, payments, run, through, send, batchId } = await start()
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
    expect(await run(batchId, through(send, forgetful))).toMatchObject({ lines: 1, settled: 1 })
    expect((await kinds(pool, batchId)).sort()).toEqual(['missing_line', 'wrong_total'])
    expect((await payments.read(second)).phase).toBe('paid')
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
    const { pool, payments, run, through, batchId } = await start()
    await payments.sale()
    expect(
      await run(
        batchId,
        through(() => Promise.resolve('closed')),
      ),
    ).toMatchObject({ settled: 0, differences: 1 })
    expect(await kinds(pool, batchId)).toEqual(['payment_closed'])
    // Reading the report again, once somebody has seen to it, puts the line right.
    expect(await run(batchId)).toMatchObject({ settled: 1, differences: 0 })
  })

  test('lines of another file are never mixed in', async () => {
    const { payments, run, through, send, batchId } = await start()
    await payments.sale()
    await run(batchId)
    const other = {
      ...payments.acquirer,
      settlementLines: async (...args: Parameters<typeof payments.acquirer.settlementLines>) => ({
        ...(await payments.acquirer.settlementLines(...args)),
        fileId: 'other',
      }),
    }
    await expect(run(batchId, through(send, other))).rejects.toThrow(/is file/)
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
