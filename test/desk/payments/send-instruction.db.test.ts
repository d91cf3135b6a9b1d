import { afterAll, beforeAll, expect, test } from 'vitest'
import { endsWhenLetGo } from '../../../src/desk/payments/send-instruction.ts'
import { listenToChanges } from '../../../src/postgres/changes.ts'
import { execute } from '../../../src/postgres/db.ts'
import { createPaymentReads } from '../../../src/postgres/payments.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { freshDatabase } from '../../support/database.ts'
import { recordPayments } from '../../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const LONG_MS = 60_000
const SHORT_MS = 300

test('a resume has come to its end when the payment is held no longer, whatever was written down', async () => {
  const { url, pool } = await freshDatabase()
  const id = await recordPayments(pool, sandbox.url).sale()
  const changes = listenToChanges(url, () => undefined)
  try {
    const reads = endsWhenLetGo(createPaymentReads(pool, changes), changes)
    await execute(
      pool,
      `update payment set held = 'x', state = state || '{"held": "x"}' where payment_id = $1`,
      [id],
    )
    expect(await reads.waitForCommandEnd(id, 'cmd/resume', SHORT_MS)).toBeUndefined()
    const ending = reads.waitForCommandEnd(id, 'cmd/resume', LONG_MS)
    await execute(
      pool,
      `update payment set held = null, state = state - 'held' where payment_id = $1`,
      [id],
    )
    changes.heard(id)
    expect(await ending).toMatchObject({ outcome: { accepted: true }, state: { id } })
  } finally {
    await changes.close()
  }
})
