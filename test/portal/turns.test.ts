import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurns, TooMany } from '../../src/portal/turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('so many at a time, the others in their order, and who finds no place is told so at once', async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 2 })
  const begun: number[] = []
  const run = (number: number) =>
    inTurn(() => {
      begun.push(number)
      return lasting(10)()
    })
  const first = [run(1), run(2), run(3), run(4)]
  await expect(run(5)).rejects.toThrow(TooMany)
  expect(begun).toEqual([1, 2])
  await vi.runAllTimersAsync()
  await Promise.all(first)
  expect(begun).toEqual([1, 2, 3, 4])
  const again = run(6)
  await vi.runAllTimersAsync()
  await again
})

test('work that fails gives its place to the next', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})

test('a burst is free, and a flood has its share of the time and no more', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 100, share: 0.25, burstMs: 1_000 })
  let done = 0
  const all = Array.from({ length: 100 }, () =>
    inTurn(lasting(100)).then(() => {
      done += 1
    }),
  )
  await vi.advanceTimersByTimeAsync(1_050)
  expect(done).toBe(10)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(done).toBeGreaterThan(30)
  expect(done).toBeLessThanOrEqual(38)
  await vi.runAllTimersAsync()
  await Promise.all(all)
})

test('lines take turns, and one that is full is full for itself alone', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 10, perLine: 2 })
  const begun: string[] = []
  const run = (name: string, line: string) =>
    inTurn(() => {
      begun.push(name)
      return lasting(10)()
    }, line)
  const all = [run('a1', 'a'), run('a2', 'a'), run('a3', 'a')]
  await expect(run('a4', 'a')).rejects.toThrow(TooMany)
  all.push(run('b1', 'b'), run('c1', 'c'))
  await vi.runAllTimersAsync()
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

test('where no place is left the longest line gives way to a shorter', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 3 })
  const run = (line: string) => inTurn(lasting(10), line)
  const first = run('a')
  const crowd = [run('a'), run('a'), run('a')]
  const last = expect(crowd[2]).rejects.toThrow(TooMany)
  const other = run('b')
  await last
  await vi.runAllTimersAsync()
  await Promise.all([first, crowd[0], crowd[1], other])
})
