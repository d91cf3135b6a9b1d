import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSharedWaits } from '../../src/postgres/shared-waits.ts'

test('a hundred who wait for the same thing are one', async () => {
  const waits = createSharedWaits<string>()
  let asked = 0
  const wait = async () => {
    asked += 1
    await sleep(30)
    return 'news'
  }
  const all = await Promise.all(Array.from({ length: 100 }, () => waits.join('a', 1_000, wait)))
  expect(new Set(all)).toEqual(new Set(['news']))
  expect(asked).toBe(1)
  await waits.join('b', 1_000, wait)
  expect(asked).toBe(2)
})

test('each leaves when its own time is up, and outlives one who had less', async () => {
  const waits = createSharedWaits<string>()
  const news = Date.now() + 120
  const wait = async (ms: number) => {
    await sleep(Math.min(ms, Math.max(0, news - Date.now())))
    return Date.now() >= news ? 'news' : undefined
  }
  const [short, long] = await Promise.all([waits.join('a', 40, wait), waits.join('a', 1_000, wait)])
  expect([short, long]).toEqual([undefined, 'news'])
})
