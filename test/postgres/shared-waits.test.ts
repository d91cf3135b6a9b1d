import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSharedWaits } from '../../src/postgres/shared-waits.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('a hundred who wait for the same thing are one', async () => {
  const waits = createSharedWaits<string>()
  let asked = 0
  const wait = async () => {
    asked += 1
    await sleep(30)
    return 'news'
  }
  const all = Promise.all(Array.from({ length: 100 }, () => waits.join('a', 1_000, wait)))
  await vi.advanceTimersByTimeAsync(30)
  expect(new Set(await all)).toEqual(new Set(['news']))
  expect(asked).toBe(1)
  const other = waits.join('b', 1_000, wait)
  await vi.advanceTimersByTimeAsync(30)
  await other
  expect(asked).toBe(2)
})

test('each leaves when its own time is up, and outlives one who had less', async () => {
  const waits = createSharedWaits<string>()
  const news = Date.now() + 120
  const wait = async (ms: number) => {
    await sleep(Math.min(ms, Math.max(0, news - Date.now())))
    return Date.now() >= news ? 'news' : undefined
  }
  const left: string[] = []
  const short = waits.join('a', 40, wait).finally(() => left.push('short'))
  const long = waits.join('a', 1_000, wait).finally(() => left.push('long'))
  await vi.advanceTimersByTimeAsync(40)
  expect([await short, left]).toEqual([undefined, ['short']])
  await vi.advanceTimersByTimeAsync(80)
  expect([await long, left]).toEqual(['news', ['short', 'long']])
})
