import type { HistoryAndWorkflowId } from '@temporalio/client'
import { expect, test } from 'vitest'
import { checkLedger } from '../../../src/cli/money/check-ledger.ts'
import { createDbPool } from '../../../src/postgres/db.ts'
import type { History } from '../../../src/review/history.ts'
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
  'the histories of this run, two of each shape, can be replayed by the present code',
  async () => {
    const { paymentId } = await shop.completed()
    const { client, dataConverter, close } = await openTemporal(stack)
    try {
      const histories = client.workflow.list().intoHistories({ concurrency: 10 })
      const seen: string[] = []
      const { replayed, broken } = await replay(ofEachShape(histories, seen), { dataConverter })
      expect(broken).toEqual([])
      expect(seen).toContain(`pay/${paymentId}`)
      expect(replayed).not.toEqual([])
    } finally {
      await close()
    }
  },
  LONG_MS,
)

type Run = AsyncIterable<HistoryAndWorkflowId>

const OF_EACH = 2

/** Sales by the hundred are the same events in the same order: two of them say what all would. */
async function* ofEachShape(runs: Run, seen: string[]): Run {
  const counts = new Map<string, number>()
  for await (const run of runs) {
    seen.push(run.workflowId)
    const shape = shapeOf(run)
    const count = (counts.get(shape) ?? 0) + 1
    counts.set(shape, count)
    if (count <= OF_EACH) yield run
  }
}

const shapeOf = ({ history }: HistoryAndWorkflowId): string =>
  JSON.stringify(
    (history as History).events?.map((event) => [
      event.eventType,
      event.activityTaskScheduledEventAttributes?.activityType?.name,
      event.workflowExecutionSignaledEventAttributes?.signalName,
      event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.name,
      event.markerRecordedEventAttributes?.markerName,
    ]),
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
