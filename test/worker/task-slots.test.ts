import { expect, test } from 'vitest'
import { createTaskSlots } from '../../worker/task-slots.ts'

const context = {
  slotType: 'workflow',
  taskQueue: 'payments',
  workerIdentity: 'w',
  workerBuildId: '',
  isSticky: false,
} as const
const never = () => new AbortController().signal

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(resolve, false)),
  ])

test('a heap of overdue tasks takes the places of the queue, and a new payment still has one', async () => {
  const slots = createTaskSlots({ queued: 2, all: 4 })
  const first = await slots.reserveSlot(context, never())
  await slots.reserveSlot(context, never())
  const third = slots.reserveSlot(context, never())
  expect(await settled(third)).toBe(false)
  expect(slots.tryReserveSlot(context)).not.toBeNull()
  slots.releaseSlot({ permit: first })
  expect(await settled(third)).toBe(true)
})

test('new payments are no reason for the queue to stand still, and have a limit too', async () => {
  const slots = createTaskSlots({ queued: 2, all: 4 })
  const eager = Array.from({ length: 5 }, () => slots.tryReserveSlot(context))
  expect(eager.map((permit) => permit !== null)).toEqual([true, true, true, true, false])
  expect(await settled(slots.reserveSlot(context, never()))).toBe(true)
  slots.releaseSlot({ permit: eager[0]! })
  slots.releaseSlot({ permit: eager[1]! })
  expect(slots.tryReserveSlot(context)).not.toBeNull()
})

test('one that is not needed any more leaves the line, and its place goes to the next', async () => {
  const slots = createTaskSlots({ queued: 1, all: 4 })
  const first = await slots.reserveSlot(context, never())
  const abort = new AbortController()
  const gone = slots.reserveSlot(context, abort.signal)
  const next = slots.reserveSlot(context, never())
  abort.abort()
  // Any other error would be logged.
  await expect(gone).rejects.toBe(abort.signal.reason)
  slots.releaseSlot({ permit: first })
  expect(await settled(next)).toBe(true)
  slots.releaseSlot({ permit: await next })
  expect(await settled(slots.reserveSlot(context, never()))).toBe(true)
})
