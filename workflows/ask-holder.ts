import { ActivityFailure, proxyActivities, TimeoutFailure } from '@temporalio/workflow'
import type { HolderActivities } from '../activities/holder.ts'
import type { PaymentActivities } from '../activities/payment-activities.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { holderWaits, options } from './options.ts'
import type { Shape } from './revision.ts'

const { holderLives } = proxyActivities<HolderActivities>(options.look)

/** What the holder answered; else whether it is certain that it never began. */
export type HolderAnswer = { answer: unknown } | { neverStarted: boolean }

/**
 * A call that only one process can make. When nobody takes it in time, the process is gone or only out
 * of reach: while it lives it is asked again, and nothing is given up. Only one of several executions
 * can send, because each has to claim the attempt in the database.
 */
export async function askHolder(
  request: CallRequest,
  { taskQueue, summary, shape }: { taskQueue: string; summary: string; shape: Shape },
): Promise<HolderAnswer> {
  const waits = shape.waitsForHolders ? holderWaits : holderWaits.slice(0, 1)
  let neverStarted = true
  for (const [index, scheduleToStartTimeout] of waits.entries()) {
    const chosen = { ...options.secret, taskQueue, summary, scheduleToStartTimeout }
    const activities = proxyActivities<PaymentActivities>(chosen)
    try {
      return { answer: await activities[request.call.kind](request) }
    } catch (error) {
      const timeout = timeoutOf(error)
      // Once an execution may have begun, a later one that did not says nothing of it.
      neverStarted &&= timeout === 'SCHEDULE_TO_START'
      const isLast = index === waits.length - 1
      if (timeout === undefined || isLast || !(await holderLives(taskQueue)))
        return { neverStarted }
    }
  }
  return { neverStarted }
}

const timeoutOf = (error: unknown): string | undefined =>
  error instanceof ActivityFailure && error.cause instanceof TimeoutFailure
    ? error.cause.timeoutType
    : undefined
