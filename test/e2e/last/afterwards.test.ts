import { expect, test } from 'vitest'
import { checkLedger } from '../../../src/cli/money/check-ledger.ts'
import { createDbPool } from '../../../src/postgres/db.ts'
import { replay } from '../../support/replay.ts'
import { openTemporal } from '../../support/temporal.ts'
import { shop, stack } from '../../support/world.ts'

const LONG_MS = 300_000

test(
  'every posting of this run agrees with the payments and the books of the providers',
  async () => {
    await shop.completed()
    const db = createDbPool({ databaseUrl: stack.postgres, applicationName: 'test' })
    try {
      const log = `${stack.sandbox}/acquirer/log`
      const { payments, findings } = await checkLedger({ db, providerLog: log })
      expect(findings).toEqual([])
      expect(payments).toBeGreaterThan(0)
    } finally {
      await db.end()
    }
  },
  LONG_MS,
)

test(
  'every history of this run can be replayed by the present code',
  async () => {
    const { paymentId } = await shop.completed()
    const { client, dataConverter, close } = await openTemporal(stack)
    try {
      const histories = client.workflow.list().intoHistories({ concurrency: 10 })
      const { replayed, broken } = await replay(histories, { dataConverter })
      expect(broken).toEqual([])
      expect(replayed).toContain(`pay/${paymentId}`)
    } finally {
      await close()
    }
  },
  LONG_MS,
)

test('no workflow of this run has failed, but those that somebody else had started', async () => {
  const { client, close } = await openTemporal(stack)
  try {
    const failed: string[] = []
    for await (const { workflowId } of client.workflow.list({ query: "ExecutionStatus='Failed'" }))
      failed.push(workflowId)
    // A test of the forged messages starts these, and their end is that they are refused.
    expect(failed.filter((workflowId) => !workflowId.startsWith('forged/'))).toEqual([])
  } finally {
    await close()
  }
})
