import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJointWaits } from '../../src/postgres/joint-waits.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('a hundred who wait for the same thing are one', async () => {
  const waits = createJointWaits<string>()
  let asked = 0
  const wait = async () => {
    asked += 1
    await sleep(30)
    return 'news'
  }
  const all = Promise.all(
    Array.from({ length: 100 }, () => waits.join('a', { timeoutMs: 1_000 }, wait)),
  )
  await vi.advanceTimersByTimeAsync(30)
  expect(new Set(await all)).toEqual(new Set(['news']))
  expect(asked).toBe(1)
  const other = waits.join('b', { timeoutMs: 1_000 }, wait)
  await vi.advanceTimersByTimeAsync(30)
  await other
  expect(asked).toBe(2)
})

test('each leaves when its own time is up, and outlives one who had less', async () => {
  const waits = createJointWaits<string>()
  const news = Date.now() + 120
  const wait = async (ms: number) => {
    await sleep(Math.min(ms, Math.max(0, news - Date.now())))
    return Date.now() >= news ? 'news' : undefined
  }
  const left: string[] = []
  const short = waits.join('a', { timeoutMs: 40 }, wait).finally(() => left.push('short'))
  const long = waits.join('a', { timeoutMs: 1_000 }, wait).finally(() => left.push('long'))
  await vi.advanceTimersByTimeAsync(40)
  expect([await short, left]).toEqual([undefined, ['short']])
  await vi.advanceTimersByTimeAsync(80)
  expect([await long, left]).toEqual(['news', ['short', 'long']])
})

test('one who hangs up leaves at once, and with the last of them the wait ends', async () => {
  const waits = createJointWaits<string>()
  const [first, second] = [new AbortController(), new AbortController()]
  let isOver = false
  const wait = async (ms: number, signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      isOver = true
    })
    await sleep(ms)
    return undefined
  }
  const join = ({ signal }: AbortController) => waits.join('a', { timeoutMs: 30_000, signal }, wait)
  const both = [join(first), join(second)] as const
  first.abort()
  await both[0]
  expect(isOver).toBe(false)
  second.abort()
  await both[1]
  expect(isOver).toBe(true)
})
