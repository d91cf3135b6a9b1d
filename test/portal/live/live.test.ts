import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive } from '../../../src/portal/live/live.ts'
import type { Live } from '../../../src/portal/live/live.ts'

const owners: Record<string, string> = { paid: 'shop', other: 'stranger' }
const limits = { ofPerson: 2, all: 300, gatherMs: 250, paceMs: 100, checkMs: 20_000 }
let live: Live
let good: (ids: readonly string[]) => readonly string[]
let looked: string[][]

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  good = (ids) => ids
  looked = []
  live = createLive(
    {
      merchantsOf: (ids) => {
        looked.push([...ids])
        return Promise.resolve(
          ids.flatMap((paymentId) => {
            const merchantId = owners[paymentId]
            return merchantId === undefined ? [] : [{ paymentId, merchantId }]
          }),
        )
      },
      good: (ids) => Promise.resolve(good(ids)),
      onError: (error) => {
        throw error
      },
    },
    limits,
  )
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
})

function open(changes: { merchantId?: string; paymentId?: string; person?: string } = {}) {
  const { merchantId = 'shop', paymentId, person = Math.random().toString() } = changes
  const heard: string[] = []
  const leave = live.follow(
    {
      sessionId: `of ${person}`,
      personId: person,
      merchantId,
      paymentId,
      say: () => heard.push('changed'),
      beat: () => heard.push('here'),
      end: () => heard.push('over'),
    },
    Date.now(),
  )
  return { heard, leave }
}

test('a page hears of its payment and a list of its merchant, and nobody of a stranger', async () => {
  const page = open({ paymentId: 'paid' })
  const list = open()
  const stranger = open({ merchantId: 'stranger' })
  const guessed = open({ merchantId: 'stranger', paymentId: 'paid' })
  live.heard(['paid', 'paid', 'a-dispute'])
  await vi.advanceTimersByTimeAsync(1_000)
  const all = [page, list, stranger, guessed].map(({ heard }) => heard)
  expect(all).toEqual([['changed'], ['changed'], [], []])
})

test('what nobody watches costs the database nothing, and a burst is one look', async () => {
  live.heard(['paid'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(looked).toEqual([])
  open({ paymentId: 'paid' })
  for (let times = 0; times < 50; times += 1) live.heard(['paid', 'other'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(looked).toEqual([['paid']])
})

test('two hundred lists are told ten a second, each in its turn, however much is sold', async () => {
  const lists = Array.from({ length: 200 }, () => open())
  for (let seconds = 0; seconds < 20; seconds += 1) {
    live.heard(['paid'])
    await vi.advanceTimersByTimeAsync(1_000)
  }
  const told = lists.map(({ heard }) => heard.filter((one) => one === 'changed').length)
  expect(told.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(201)
  expect(Math.max(...told) - Math.min(...told)).toBeLessThanOrEqual(1)
})

test('a page that was made before the last change, and listens after it, is told', async () => {
  live.heard(['paid'])
  const pages = [open({ paymentId: 'paid' }), open(), open({ paymentId: 'other' })]
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pages.map(({ heard }) => heard)).toEqual([['changed'], ['changed'], []])
})

test('somebody with more pages than places loses the oldest, and nobody else', () => {
  const other = open()
  const pages = [1, 2, 3].map(() => open({ person: 'anna' }))
  expect(pages.map(({ heard }) => heard)).toEqual([['over'], [], []])
  expect(other.heard).toEqual([])
})

test('a session that is over is told nothing more; the others feel their connection', async () => {
  const [gone, here] = [open({ person: 'gone' }), open({ person: 'here' })]
  good = (ids) => ids.filter((id) => id !== 'of gone')
  await vi.advanceTimersByTimeAsync(20_001)
  live.heard(['paid'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(gone.heard).toEqual(['over'])
  expect(here.heard).toEqual(['here', 'changed'])
  live.endSession('of here')
  expect(here.heard.at(-1)).toBe('over')
})

test('who has left is told nothing, even when it was their turn', async () => {
  const { heard, leave } = open()
  live.heard(['paid'])
  leave()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual([])
})
