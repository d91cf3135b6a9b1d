import { Client } from '@temporalio/client'
import { Worker } from '@temporalio/worker'
import { expect, test } from 'vitest'
import { workflowBundle } from '../../src/stack/temporal/workflow-bundle.ts'
import { createTaskSlots } from '../../worker/task-slots.ts'
import { openPayment, startBareTemporal } from './bare-temporal.ts'

/** More than there are places for what comes from the queue. */
const HEAP = 6

/** Holds back the commits of the heap; whoever has asked for one is known. */
function createDatabase(isHeld: (id: string) => boolean) {
  const asked = new Set<string>()
  const committed = new Set<string>()
  let release = () => {}
  let news = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  return {
    asked,
    committed,
    release: () => {
      release()
    },
    until: async (isTrue: () => boolean) => {
      while (!isTrue()) await new Promise<void>((resolve) => (news = resolve))
    },
    stepPayment: async ({ paymentId, now }: { paymentId: string; now: number }) => {
      asked.add(paymentId)
      news()
      if (isHeld(paymentId)) await released
      committed.add(paymentId)
      news()
      return { status: 'committed', now }
    },
  }
}

test('a worker that comes back to a heap of tasks takes a new payment at once', async () => {
  const environment = await startBareTemporal()
  try {
    const { nativeConnection: connection, client } = environment
    const late = Array.from({ length: HEAP }, (_, index) => openPayment(index, 1_800))
    for (const { options } of late) await client.workflow.start('payment', options)
    const isLate = new Set(late.map(({ id }) => id))
    const database = createDatabase((id) => isLate.has(id))
    const fixed = { type: 'fixed-size', numSlots: 100 } as const
    const worker = await Worker.create({
      connection,
      taskQueue: 'payments',
      workflowBundle: { codePath: await workflowBundle('worker/bundle.ts') },
      activities: { stepPayment: database.stepPayment },
      tuner: {
        workflowTaskSlotSupplier: createTaskSlots({ queued: 3, all: 10 }),
        localActivityTaskSlotSupplier: fixed,
        activityTaskSlotSupplier: fixed,
        nexusTaskSlotSupplier: fixed,
      },
    })
    await worker.runUntil(async () => {
      await database.until(() => database.asked.size > 0)
      const fresh = openPayment(HEAP, 1_800)
      await new Client({ connection }).workflow.start('payment', {
        ...fresh.options,
        requestEagerStart: true,
      })
      await database.until(() => database.committed.has(fresh.id))
      // It did not wait for any of them, and not all of them were even begun.
      expect([...database.committed]).toEqual([fresh.id])
      expect(database.asked.size).toBeLessThan(HEAP + 1)
      database.release()
      await database.until(() => database.committed.size === HEAP + 1)
    })
  } finally {
    await environment.teardown()
  }
})
