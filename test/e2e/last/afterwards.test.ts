import type { HistoryAndWorkflowId } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import { expect, test } from 'vitest'
import { checkLedger } from '../../../src/cli/money/check-ledger.ts'
import { required } from '../../../src/domain/assert.ts'
import type { History } from '../../../src/review/history.ts'
import { mapPayloads } from '../../../src/review/payloads.ts'
import { scanText } from '../../../src/vault/card-scanner.ts'
import { replay } from '../../support/replay.ts'
import { openTemporal } from '../../support/temporal.ts'
import { shop, stack } from '../../support/world.ts'
import { openPool } from '../../support/open-pool.ts'

const LONG_MS = 900_000

test(
  'every posting of this run agrees with the payments and the books of the providers',
  async () => {
    await shop.completed()
    const db = openPool(stack.postgres)
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

/** Read once for both: there are thousands of them. */
test(
  'the histories of this run hold no card number, and one of each shape can be replayed',
  async () => {
    const { paymentId } = await shop.completed()
    const { client, dataConverter, close } = await openTemporal(stack)
    const sight: Sight = { leaks: [], masked: new Set() }
    try {
      const histories = client.workflow.list().intoHistories({ concurrency: 10 })
      const read = lookInto(histories, required(dataConverter.payloadCodecs[0], 'no codec'), sight)
      const { replayed, broken } = await replay(oneOfEachShape(read), { dataConverter })
      expect(broken).toEqual([])
      expect(replayed).not.toEqual([])
      expect(sight.leaks).toEqual([])
      // They were readable indeed.
      expect(sight.masked).toContain(`pay/${paymentId}`)
    } finally {
      await close()
    }
  },
  LONG_MS,
)

type Runs = AsyncIterable<HistoryAndWorkflowId>

interface Sight {
  leaks: string[]
  /** Whoever shows the masked number of our usual card. */
  masked: Set<string>
}

/** Every payload, as our keys open it. */
async function* lookInto(runs: Runs, codec: PayloadCodec, { leaks, masked }: Sight): Runs {
  for await (const run of runs) {
    await mapPayloads(run.history, async (payload) => {
      const [plain] = await codec.decode([payload])
      const text = Buffer.from(plain?.data ?? []).toString()
      if (scanText(text).length > 0) leaks.push(run.workflowId)
      if (text.includes('400000******1000')) masked.add(run.workflowId)
      return payload
    })
    yield run
  }
}

/** Sales by the hundred are the same events in the same order: one of them says what all would. */
async function* oneOfEachShape(runs: Runs): Runs {
  const shapes = new Set<string>()
  for await (const run of runs) {
    const shape = shapeOf(run)
    if (!shapes.has(shape)) yield run
    shapes.add(shape)
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
