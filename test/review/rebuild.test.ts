import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { History } from '../../src/review/history.ts'
import { readHistory } from '../../src/review/history.ts'
import { lastGoodTask } from '../../src/review/rebuild.ts'
import { openReplayer } from '../../src/review/replay.ts'
import { replayBundle } from '../../src/review/replay-bundle.ts'

const file = new URL('../replay/histories/refunded.json', import.meta.url)

/** A refunded sale whose build called something else, from this call on. */
function withBadCall(from: string): { history: History; badTask: number } {
  const history = readHistory(readFileSync(file, 'utf8'))
  const events = history.events ?? []
  const at = events.findIndex(
    ({ activityTaskScheduledEventAttributes: call }) => call?.activityType?.name === from,
  )
  for (const { activityTaskScheduledEventAttributes: call } of events.slice(at))
    if (call?.activityType) call.activityType.name = 'somethingElse'
  const tasks = events.slice(0, at).filter((event) => event.workflowTaskCompletedEventAttributes)
  return { history, badTask: Number(tasks.at(-1)?.eventId) }
}

test.for(['authenticate', 'authorize', 'refund'])(
  'the last good task is the one before the first call (%s) that the code would not make',
  { timeout: 120_000 },
  async (from) => {
    const { history, badTask } = withBadCall(from)
    const replayer = openReplayer(await replayBundle())
    try {
      const found = await lastGoodTask(history, async (part) => {
        const verdict = await replayer.replay({ workflowId: 'pay/kept', history: part })
        return verdict.ok
      })
      expect(Number(found.eventId)).toBe(badTask)
    } finally {
      await replayer.close()
    }
  },
)

test('what never completed a task has nothing to go back to', async () => {
  const { history } = withBadCall('authorize')
  const events = (history.events ?? []).slice(0, 3)
  await expect(lastGoodTask({ events }, () => Promise.resolve(true))).rejects.toThrow('no task')
})
