import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPayment } from '../../../src/domain/ledger-check.ts'
import type { Finding } from '../../../src/domain/finding.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { execute } from '../../../src/postgres/db.ts'
import { checkBooks, readEvidence } from '../../../src/postgres/review/ledger-check.ts'
import { preauth } from '../../domain/payment/support.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { freshDatabase } from '../../support/database.ts'
import { recordPayments } from '../../support/recorded-payments.ts'
import type { RecordedPayments } from '../../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

/** Everything that money can do, on a database of its own. */
async function start() {
  const { pool } = await freshDatabase()
  const payments = recordPayments(pool, sandbox.url)
  return { pool, payments, ids: await tellStories(payments) }
}

async function tellStories({ sale, command }: RecordedPayments) {
  const kept = await sale()
  const refunded = await sale()
  await command(refunded, { name: 'refund', amountMinor: 3_000 })
  await command(refunded, { name: 'refund', amountMinor: 41 }) // refused by the acquirer
  const cancelled = await sale()
  await command(cancelled, { name: 'cancel', by: 'merchant' })
  const captured = await sale(preauth)
  await command(captured, { name: 'adjust', amountMinor: 12_000 })
  await command(captured, { name: 'adjust', amountMinor: 9_000 })
  await command(captured, { name: 'capture', amountMinor: 4_000 })
  const hold = await sale(preauth)
  await command(hold, { name: 'adjust', amountMinor: 11_000 })
  const released = await sale(preauth)
  await command(released, { name: 'cancel', by: 'merchant' })
  return { kept, refunded, cancelled, captured, hold, released }
}

async function prove(pool: DbPool, paymentId?: string): Promise<Finding[]> {
  const findings = await checkBooks(pool)
  for await (const page of readEvidence(pool, paymentId)) {
    for (const evidence of page) {
      const provider = await sandbox.log(evidence.paymentId)
      findings.push(...checkPayment({ ...evidence, provider, workflow: evidence.row.state }))
    }
  }
  return findings
}

describe('the ledger', () => {
  test('is proved for sales, refunds, holds, captures and cancels', async () => {
    const { pool, ids } = await start()
    expect(await prove(pool)).toEqual([])
    expect(await prove(pool, ids.captured)).toEqual([])
  })

  test('is proved while a refund is under way', async () => {
    const { pool, payments, ids } = await start()
    await payments.decideOnly(ids.kept, { name: 'refund', amountMinor: 500 })
    expect(await prove(pool)).toEqual([])
  })

  test.for([
    ['row', `update payment set captured_minor = 1, refunded_minor = 0 where payment_id = $1`],
    ['row', `update payment set state = state || '{"capturedMinor": 1}' where payment_id = $1`],
    ['postings', `update posting set amount_minor = amount_minor * 2 where owner_id = $1`],
    ['postings', `delete from posting where owner_id = $1`],
    ['accounts', `update posting set account = 'bank' where owner_id = $1 and position = 1`],
    ['journal', `delete from journal where owner_id = $1 and version = 2`],
    ['zero_sum', `update posting set amount_minor = 7 where owner_id = $1 and position = 1`],
    ['balance', `update balance set available_minor = available_minor + 1 where $1 <> ''`],
    [
      'clearing',
      `update posting set account = 'refund/in_transit' where owner_id = $1 and position = 1`,
    ],
    [
      'running_balance',
      `update posting set balance_after_minor = balance_after_minor + 1
        where owner_id = $1 and balance_after_minor is not null`,
    ],
    ['settlement', `update payment set status = 'SETTLED' where payment_id = $1`],
  ] as const)('a hand that changes the database is seen: %s, %s', async ([check, sql]) => {
    const { pool, ids } = await start()
    await execute(pool, sql, [ids.kept])
    const findings = await prove(pool)
    expect(findings.map((finding) => finding.check)).toContain(check)
  })

  test('a charge that only the acquirer knows is seen', async () => {
    const { pool, payments, ids } = await start()
    const { reference = '' } = await payments.read(ids.hold)
    await payments.acquirer.capture({
      reference: `${ids.hold}-capture-stranger`,
      originalReference: reference,
      amountMinor: 100,
      currency: 'PLN',
    })
    const findings = (await prove(pool)).filter(({ check }) => check === 'provider')
    expect(findings).toMatchObject([
      { id: ids.hold, expected: 'nothing', found: `capture ${ids.hold}-capture-stranger` },
    ])
  })

  test('a workflow that thinks otherwise is seen', async () => {
    const { pool, ids } = await start()
    for await (const [evidence] of readEvidence(pool, ids.kept)) {
      const workflow = { ...evidence!.row.state, capturedMinor: 7 }
      expect(checkPayment({ ...evidence!, workflow })).toMatchObject([
        { check: 'workflow', expected: 'capturedMinor 10000', found: 'capturedMinor 7' },
      ])
    }
  })
})
