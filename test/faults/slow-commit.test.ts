import type { WorkflowHandle } from '@temporalio/client'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { Worker } from '@temporalio/worker'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RecordPaymentInput } from '../../src/postgres/record-payment.ts'
import { findTemporal } from '../../src/stack/temporal/find-temporal.ts'
import { searchAttributes } from '../../src/stack/temporal/prepare-namespace.ts'
import { workflowBundle } from '../../src/stack/temporal/workflow-bundle.ts'
import { silentTerminal } from '../../src/stack/terminal.ts'
import { newestRevision } from '../../workflows/revision.ts'
import { createCommand } from '../domain/payment/support.ts'
import { replay } from '../support/replay.ts'

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>

const typeNames: Readonly<Record<number, string>> = { 2: 'Keyword', 3: 'Int', 6: 'Datetime' }

/** Longer than an attempt (3 s), than a task's time-out (5 s), and than the retries inside a task. */
const AWAY_MS = 14_000

/** A commit hangs while the database is away; its attempts end by their time-out. */
const createDatabase = () => {
  const backAt = Date.now() + AWAY_MS
  return async ({ now }: RecordPaymentInput & { now: number }) => {
    await sleep(Math.max(0, backAt - Date.now()))
    return { status: 'committed', now }
  }
}

/** Each has a deadline at another moment of the time in which nothing can be committed. */
const validSeconds = Array.from({ length: 16 }, (_, index) => 1 + index)

test('payments replay whose commits outlasted their tasks while deadlines passed and commands came', async () => {
  const codePath = await workflowBundle('worker/bundle.ts')
  const environment = await startTemporal()
  try {
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue: 'payments',
      workflowBundle: { codePath },
      activities: {
        recordPayment: createDatabase(),
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

const startTemporal = async (): Promise<TestWorkflowEnvironment> =>
  TestWorkflowEnvironment.createLocal({
    server: {
      executable: {
        type: 'existing-path',
        path: await findTemporal(process.env, silentTerminal),
      },
      extraArgs: Object.entries(searchAttributes).flatMap(([name, type]) => [
        '--search-attribute',
        `${name}=${typeNames[type] ?? ''}`,
      ]),
    },
  })

async function lives({ client }: TestWorkflowEnvironment) {
  const handles = await Promise.all(
    validSeconds.map(async (validTime, index) => {
      const id = `p${String.fromCharCode(97 + index)}`.padEnd(26, 'p')
      const to = `pay/${id}`
      const options = { transKind: 'AUTH', validTime } as const
      const { instrument: _, ...withoutCard } = createCommand({ paymentId: id, options })
      const create = messageTo(to, 'create', withoutCard)
      const handle = await client.workflow.start('payment', {
        ...{ workflowId: to, taskQueue: 'payments', workflowTaskTimeout: '5s' },
        args: [{ id, to, mailbox: [create], notified: 0, revision: newestRevision }],
      })
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

const messageTo = (to: string, id: string, command: object) => ({
  ...{ type: 'command', id: `cmd/${id}`, command, actor: 'gateway', requestId: 'r', to },
})

const endedBeforeCommit = ({ events }: History): boolean => {
  const ended = (events ?? []).findIndex((event) => event.workflowTaskCompletedEventAttributes)
  return ended >= 0 && !events?.[ended + 1]?.markerRecordedEventAttributes
}
