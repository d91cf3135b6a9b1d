import type { WorkflowHandle } from '@temporalio/client'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import { Worker } from '@temporalio/worker'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RecordPaymentInput } from '../../src/postgres/record-payment.ts'
import { workflowBundle } from '../../src/stack/temporal/workflow-bundle.ts'
import { replay } from '../support/replay.ts'
import { messageTo, openPayment, startBareTemporal } from './bare-temporal.ts'

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>

/** Longer than an attempt (3 s), than a task's time-out (5 s), and than the retries inside a task. */
const AWAY_MS = 14_000

/** A commit hangs while the database is away, from the first on; its attempts end by their time-out. */
const createDatabase = () => {
  let backAt = 0
  return async ({ now }: RecordPaymentInput & { now: number }) => {
    backAt ||= Date.now() + AWAY_MS
    await sleep(Math.max(0, backAt - Date.now()))
    return { status: 'committed', now }
  }
}

/** Each has a deadline at another moment of the time in which nothing can be committed. */
const validSeconds = Array.from({ length: 16 }, (_, index) => 1 + index)

test('payments replay whose commits outlasted their tasks while deadlines passed and commands came', async () => {
  const codePath = await workflowBundle('worker/bundle.ts')
  const environment = await startBareTemporal()
  try {
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue: 'payments',
      workflowBundle: { codePath },
      activities: {
        stepPayment: createDatabase(),
        quickCall: () => Promise.resolve({ type: 'approved', authCode: 'A1' }),
        deliverQuickly: () => Promise.resolve(true),
      },
    })
    const histories = await worker.runUntil(() => lives(environment))
    // Otherwise nothing is proved: tasks that ended without their commit, and went on with it.
    expect(histories.filter(({ history }) => endedBeforeCommit(history)).length).toBeGreaterThan(8)
    const { replayed, broken } = await replay(histories)
    expect(replayed).toHaveLength(histories.length)
    expect(broken).toEqual([])
  } finally {
    await environment.teardown()
  }
})

async function lives({ client }: TestWorkflowEnvironment) {
  const handles = await Promise.all(
    validSeconds.map(async (validTime, index) => {
      const handle = await client.workflow.start('payment', openPayment(index, validTime).options)
      if (index % 2 === 0) await cancelLater(handle, index)
      return handle
    }),
  )
  await sleep(2 * AWAY_MS)
  return Promise.all(
    handles.map(async (handle) => ({
      workflowId: handle.workflowId,
      history: await handle.fetchHistory(),
    })),
  )
}

async function cancelLater(handle: WorkflowHandle, index: number): Promise<void> {
  await sleep(index * 500)
  const cancel = messageTo(handle.workflowId, 'cancel', { name: 'cancel', by: 'merchant' })
  await handle.signal('command', cancel)
}

const endedBeforeCommit = ({ events }: History): boolean => {
  const ended = (events ?? []).findIndex((event) => event.workflowTaskCompletedEventAttributes)
  return ended >= 0 && !events?.[ended + 1]?.markerRecordedEventAttributes
}
