import type { CustomSlotSupplier, WorkflowSlotInfo } from '@temporalio/worker'

interface Limits {
  /** Tasks from the queue: deadlines, messages, results. */
  queued: number
  /** With those that come with the answer to a start. */
  all: number
}

interface Permit {
  isQueued: boolean
}

/**
 * How many workflow tasks a process has at once. When it was away for long, all that fell due meanwhile
 * comes in one heap; more of it than can be done within a task's time-out would be done in vain, and
 * a new payment would have to stand behind it. So the queue has a number of places of its own.
 */
export function createTaskSlots(limits: Limits): CustomSlotSupplier<WorkflowSlotInfo> {
  const waiting = new Set<() => void>()
  let [queued, all] = [0, 0]

  const take = (isQueued: boolean): Permit => {
    all += 1
    if (isQueued) queued += 1
    return { isQueued }
  }

  const isFree = (): boolean => queued < limits.queued

  const wait = (abort: AbortSignal): Promise<Permit> =>
    new Promise((resolve, reject) => {
      const enter = () => {
        waiting.delete(enter)
        abort.removeEventListener('abort', giveUp)
        resolve(take(true))
      }
      const giveUp = () => {
        waiting.delete(enter)
        reject(abort.reason as Error)
      }
      waiting.add(enter)
      abort.addEventListener('abort', giveUp, { once: true })
    })

  return {
    type: 'custom',
    reserveSlot: (_, abort) => (isFree() ? Promise.resolve(take(true)) : wait(abort)),
    tryReserveSlot: () => (all < limits.all ? take(false) : null),
    markSlotUsed: () => undefined,
    releaseSlot: ({ permit }) => {
      all -= 1
      if ((permit as Permit).isQueued) queued -= 1
      const [next] = waiting
      if (next && isFree()) next()
    },
  }
}
