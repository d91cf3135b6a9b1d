import type { History } from './history.ts'

// As the server numbers them.
const TASK_SCHEDULED = 5
const TASK_STARTED = 6
const TASK_COMPLETED = 7

/**
 * A history whose last task failed, with that task open again, as the server would hand it out: so a
 * replay shows what the code does with what waits, not only what it did before.
 */
export function openTail(history: History): History {
  const events = history.events ?? []
  const last = events.at(-1)
  if (!last) return history
  const failed = last.workflowTaskFailedEventAttributes ?? last.workflowTaskTimedOutEventAttributes
  const isScheduled = last.workflowTaskScheduledEventAttributes
  if (!failed && !isScheduled) return history
  const next = Number(last.eventId) + 1
  const { eventTime } = last
  const scheduled = {
    eventId: next,
    eventTime,
    eventType: TASK_SCHEDULED,
    workflowTaskScheduledEventAttributes: {},
  }
  const startedId = failed ? next + 1 : next
  const started = {
    eventId: startedId,
    eventTime,
    eventType: TASK_STARTED,
    workflowTaskStartedEventAttributes: { scheduledEventId: startedId - 1 },
  }
  const added: unknown[] = failed ? [scheduled, started] : [started]
  return { events: [...events, ...(added as typeof events)] }
}

/**
 * The same with its open task completed, undefined when none is open. The engine hides what breaks in
 * the task that a replay ends with (it evicts the workflow for being done, before it says why it is
 * not); in one that was completed it hides nothing.
 */
export function closedTail({ events }: History): History | undefined {
  const started = events?.at(-1)
  const task = started?.workflowTaskStartedEventAttributes
  if (!events || !started || !task) return undefined
  const { scheduledEventId } = task
  const completed: unknown = {
    eventId: Number(started.eventId) + 1,
    eventTime: started.eventTime,
    eventType: TASK_COMPLETED,
    workflowTaskCompletedEventAttributes: { scheduledEventId, startedEventId: started.eventId },
  }
  return { events: [...events, completed as (typeof events)[number]] }
}
