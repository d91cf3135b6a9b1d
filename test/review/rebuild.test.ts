import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { History } from '../../src/review/history.ts'
import { readHistory } from '../../src/review/history.ts'
import { lastGoodTask } from '../../src/review/rebuild.ts'
import { openReplayer, replay } from '../../src/review/replay.ts'
import { replayBundle } from '../../src/review/replay-bundle.ts'
import type { Json } from '../support/http.ts'

const kept = (name: string): string =>
  readFileSync(new URL(`../replay/histories/${name}.json`, import.meta.url), 'utf8')

/** A refunded sale whose build called something else, from this call on. */
function withBadCall(from: string): { history: History; badTask: number } {
  const history = readHistory(kept('refunded'))
  const events = history.events ?? []
  const at = events.findIndex(
    ({ activityTaskScheduledEventAttributes: call }) => call?.activityType?.name === from,
  )
  for (const { activityTaskScheduledEventAttributes: call } of events.slice(at))
    if (call?.activityType) call.activityType.name = 'somethingElse'
  const tasks = events.slice(0, at).filter((event) => event.workflowTaskCompletedEventAttributes)
  return { history, badTask: Number(tasks.at(-1)?.eventId) }
}

/**
 * A transfer that was asked about while it committed (decision 19): the commit stands in one task, and
 * what followed from it in the next; in between went off the timer that it took back.
 */
function askedWhileCommitting(): { history: History; badTask: number } {
  const { events } = JSON.parse(kept('bank-transfer-r2')) as { events: Json[] }
  const at = events.findIndex(({ timerCanceledEventAttributes: it }) => it !== undefined) + 1
  const [scheduled, started, completed, , armed, takenBack] = events.slice(at - 6, at)
  const { timerId, startedEventId } = takenBack.timerCanceledEventAttributes
  const task = { scheduledEventId: at, startedEventId: at + 1 }
  const between = [
    { eventType: 'EVENT_TYPE_TIMER_FIRED', timerFiredEventAttributes: { timerId, startedEventId } },
    scheduled,
    { ...started, workflowTaskStartedEventAttributes: { scheduledEventId: at } },
    { ...completed, workflowTaskCompletedEventAttributes: task },
    armed,
  ]
  const numbered = between.map((event, index) => ({ ...event, eventId: at - 1 + index }))
  const history = { events: [...events.slice(0, at - 2), ...numbered] }
  return { history: readHistory(JSON.stringify(history)), badTask: Number(completed.eventId) }
}

const goodTaskOf = async (history: History): Promise<number> => {
  const replayer = openReplayer(await replayBundle())
  try {
    const { eventId } = await lastGoodTask(
      history,
      async (part) => (await replayer.replay({ workflowId: 'pay/kept', history: part })).ok,
    )
    return Number(eventId)
  } finally {
    await replayer.close()
  }
}

test.for(['authenticate', 'authorize', 'refund'])(
  'the last good task is the one before the first call (%s) that the code would not make',
  { timeout: 300_000 },
  async (from) => {
    const { history, badTask } = withBadCall(from)
    expect(await goodTaskOf(history)).toBe(badTask)
  },
)

test(
  'of a payment that was asked about while it committed, it is the one that committed',
  { timeout: 300_000 },
  async () => {
    const { history, badTask } = askedWhileCommitting()
    const bundle = await replayBundle()
    const { ok } = await replay({ bundle, workflowId: 'pay/kept', history })
    expect(ok).toBe(false)
    expect(await goodTaskOf(history)).toBe(badTask)
  },
)

test('what never completed a task has nothing to go back to', async () => {
  const { history } = withBadCall('authorize')
  const events = (history.events ?? []).slice(0, 3)
  await expect(lastGoodTask({ events }, () => Promise.resolve(true))).rejects.toThrow('no task')
})
