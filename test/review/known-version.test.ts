import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readHistory } from '../../src/review/history.ts'
import type { History } from '../../src/review/history.ts'
import { hasOpenTask, knownVersion } from '../../src/review/known-version.ts'
import { openReplayer } from '../../src/review/replay.ts'
import { replayBundle } from '../../src/review/replay-bundle.ts'

const FOLDER = new URL('../replay/histories/', import.meta.url)
/** Every third: that all of them replay is another test's, and the rule is the same for all. */
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .filter((_, index) => index % 3 === 0)
const historyOf = (file: string): History =>
  readHistory(readFileSync(new URL(file, FOLDER), 'utf8'))
const isActor = ({ events }: History): boolean =>
  ['payment', 'tokenization', 'dispute'].includes(
    events?.[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name ?? '',
  )

test('a history tells the version that its replay comes to', { timeout: 300_000 }, async () => {
  const replayer = openReplayer(await replayBundle())
  const differing: unknown[] = []
  let compared = 0
  for (const file of files) {
    const history = historyOf(file)
    if (!isActor(history)) continue
    const { state } = await replayer.replay({ workflowId: file, history })
    const expected = (state as { version: number } | undefined)?.version ?? 0
    const found = knownVersion(history)
    if (found !== expected) differing.push({ file, expected, found })
    compared += 1
  }
  await replayer.close()
  expect(differing).toEqual([])
  expect(compared).toBeGreaterThan(20)
})

test('a task is open while it is scheduled, started or to be tried again', () => {
  const ending = (attributes: object): History => ({
    events: [{ eventId: 1 as never, ...attributes }],
  })
  expect(hasOpenTask(ending({ workflowTaskScheduledEventAttributes: {} }))).toBe(true)
  expect(hasOpenTask(ending({ workflowTaskStartedEventAttributes: {} }))).toBe(true)
  expect(hasOpenTask(ending({ workflowTaskTimedOutEventAttributes: {} }))).toBe(true)
  expect(hasOpenTask(ending({ workflowTaskFailedEventAttributes: {} }))).toBe(true)
  expect(hasOpenTask(ending({ timerStartedEventAttributes: {} }))).toBe(false)
  expect(hasOpenTask({})).toBe(false)
})
