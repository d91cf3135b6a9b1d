import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSettlementActivities } from '../../../activities/settlement/settlement.ts'
import { checkLedger } from '../../../src/cli/money/check-ledger.ts'
import { parseDisputeMessage } from '../../../src/connectors/sandbox-acquirer/disputes.ts'
import type { Settles } from '../../../src/connectors/acquirer.ts'
import { reportMessage, reportOf } from '../../../src/domain/dispute/report-of.ts'
import type { DisputeLine } from '../../../src/domain/settlement/settlement.ts'
import { isDisputeLine } from '../../../src/domain/settlement/settlement.ts'
import { payout } from '../../../src/domain/ledger.ts'
import { createLog } from '../../../src/process/log.ts'
import { many } from '../../../src/postgres/db.ts'
import { readBalances } from '../../../src/postgres/payments.ts'
import { createMerchantSettlements } from '../../../src/postgres/self-service/merchant-settlements.ts'
import { listSettlementDifferences } from '../../../src/postgres/settlements/settlement-differences.ts'
import { keyedId } from '../../../src/vault/random-id.ts'
import { startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { freshDatabase } from '../../support/database.ts'
import { recordDisputes } from '../../support/recorded-disputes.ts'
import { recordPayments } from '../../support/recorded-payments.ts'

const [ANNOUNCED, UNANNOUNCED] = ['4000000000000259', '4000000000001364']
let sandbox: RunningSandbox
let batches = 0
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const logger = new DefaultLogger('ERROR')
const inActivity = <T>(run: () => Promise<T>): Promise<T> =>
  new MockActivityEnvironment(undefined, { logger }).run<[], T, () => Promise<T>>(run)
const newBatch = () => `disputed-${String((batches += 1))}`

/** A sale of 100.00 with this card that was settled, and was then disputed. */
async function start(card: string) {
  const { pool } = await freshDatabase()
  const payments = recordPayments(pool, sandbox.url, card)
  const disputes = recordDisputes(pool)
  const run = async (batchId: string, acquirer: Settles = payments.acquirer) => {
    const activities = createSettlementActivities({
      log: createLog('worker', 'silent'),
      db: pool,
      hint: () => undefined,
      acquirer,
      blik: payments.blik,
      bank: payments.bank,
      ...disputes,
      sendCommand: () => Promise.resolve('sent'),
    })
    expect(await inActivity(() => activities.openBatch(batchId))).toBeUndefined()
    const { total } = await inActivity(() => activities.closeBatch(batchId))
    for (let after = 0; after < total;)
      after = (await inActivity(() => activities.settlePage(batchId, after))).last
    return inActivity(() => activities.finishBatch(batchId))
  }
  await payments.acquirer.closeSettlement(newBatch())
  const paymentId = await payments.sale()
  /** The batch that the dispute's line is in, closed and not read yet; what was sold before is settled. */
  const reported = () =>
    until(async () => {
      const batchId = newBatch()
      await payments.acquirer.closeSettlement(batchId)
      const { lines } = await payments.acquirer.settlementLines(batchId, 0, 9)
      if (lines.some(isDisputeLine)) return { batchId, line: lines.find(isDisputeLine)! }
      await run(batchId)
      return undefined
    })
  const books = async () =>
    Object.fromEntries(
      (
        await many<{ account: string; sum: number }>(
          pool,
          `select account, sum(amount_minor)::bigint as sum from posting group by 1
           having sum(amount_minor) <> 0 order by 1`,
        )
      ).map(({ account, sum }) => [account, sum]),
    )
  const webhook = async () => {
    const { body } = await until(() =>
      sandbox.gateway.caught.find(({ body: said }) =>
        String(said['reference']).startsWith(paymentId),
      ),
    )
    const { providerRef, facts } = parseDisputeMessage(body)!
    const told = { providerRef, facts, eventId: 'message' }
    const keyed = (...parts: string[]) => keyedId(disputes.keyRing.ids, ...parts)
    const report = reportOf(await payments.read(paymentId), told, keyed)
    await disputes.signalDispute(reportMessage(report, 'r'), undefined)
  }
  return { pool, payments, disputes, paymentId, run, reported, books, webhook }
}

test('a dispute that no message told of begins with its line, and the merchant that was paid owes it', async () => {
  const { pool, payments, disputes, paymentId, run, reported, books } = await start(UNANNOUNCED)
  const { batchId } = await reported()
  expect(await disputes.all()).toEqual([])
  const paid = JSON.stringify(payout('shop', 10_000, 'PLN'))
  await pool.query({ text: `select post($1::jsonb, 'entry/payout', 1, now())`, values: [paid] })
  expect(await run(batchId)).toMatchObject({ differences: 0 })
  const [dispute, ...others] = await disputes.all()
  expect(others).toEqual([])
  expect(dispute).toMatchObject({ paymentId, moves: [{ kind: 'WITHDRAWN', amountMinor: 10_000 }] })
  // Where only money was told of, the provider is asked for the rest.
  expect(dispute?.calls).toMatchObject([{ kind: 'disputeInquire' }])
  expect(await readBalances(pool, 'shop')).toMatchObject([{ availableMinor: -10_000 }])
  // What was sold meanwhile pays the debt first: nothing of it can be refunded.
  const another = await payments.sale()
  expect(await payments.command(another, { name: 'refund', amountMinor: 1 })).toEqual({
    accepted: false,
    code: 'insufficient_refund_balance',
  })
  expect(await books()).toEqual({
    'acquirer/receivable': -10_000,
    'merchant/shop/paid_out': 10_000,
  })
  expect((await checkLedger({ db: pool })).findings).toEqual([])
  const settlements = createMerchantSettlements(pool)
  const [last] = await settlements.list('shop', { limit: 1 })
  expect(last).toMatchObject({ disputesMinor: 10_000, refundsMinor: 0 })
  expect(await settlements.lines(last!, 0, 9)).toMatchObject(
    last!.lines === 1
      ? [{ kind: 'DISPUTE', paymentId, amountMinor: -10_000 }]
      : [{ kind: 'SALE' }, { kind: 'DISPUTE', paymentId, amountMinor: -10_000 }],
  )
})

test.for(['message first', 'line first', 'both at once'] as const)(
  '%s: one dispute, its money moved once and cleared once',
  async (order) => {
    const { pool, disputes, run, reported, books, webhook } = await start(ANNOUNCED)
    const { batchId } = await reported()
    if (order === 'message first') await webhook()
    const [report] = await Promise.all([run(batchId), order === 'both at once' && webhook()])
    await webhook()
    expect(report).toMatchObject({ differences: 0 })
    expect(await run(batchId)).toEqual(report)
    expect(await disputes.all()).toMatchObject([
      { moves: [{ kind: 'WITHDRAWN', amountMinor: 10_000 }] },
    ])
    expect(await books()).toEqual({})
    expect((await checkLedger({ db: pool })).findings).toEqual([])
  },
)

test('a report that names a move again, or with another amount, clears nothing more', async () => {
  const { pool, payments, run, reported, books } = await start(ANNOUNCED)
  const { batchId, line } = await reported()
  await run(batchId)
  const reporting = (lines: DisputeLine[]): Settles => ({
    ...payments.acquirer,
    closeSettlement: (fileId) => Promise.resolve({ fileId, total: lines.length }),
    settlementLines: (fileId, after) =>
      Promise.resolve({ fileId, total: lines.length, lines: lines.slice(after) }),
  })
  const again = newBatch()
  const foreign = {
    ...line,
    line: 3,
    reference: 'other',
    dispute: { ...line.dispute, charge: { reference: 'nobody-auth' } },
  }
  await run(again, reporting([{ ...line, line: 1 }, { ...line, line: 2 }, foreign]))
  const differences = await listSettlementDifferences(pool, again, 9)
  expect(differences.map(({ kind }) => kind)).toEqual([
    ...['settled_before', 'duplicate_line', 'unknown_reference'],
  ])
  expect(await books()).toEqual({})
  expect((await checkLedger({ db: pool })).findings).toEqual([])
})
