import { expect, test, vi } from 'vitest'
import type { Services } from '../../src/http/services.ts'
import { overviewOf } from '../../src/portal/overview-figures.ts'
import { createOverviews } from '../../src/portal/overviews.ts'
import { lastDays, periodOf } from '../../src/portal/period.ts'
import type { FigureRow } from '../../src/postgres/portal/figures.ts'

const row = (changes: Partial<FigureRow>): FigureRow => ({
  day: '2026-11-15',
  method: 'CARD',
  organization: 'VISA',
  currency: 'PLN',
  payments: 1,
  approved: 1,
  declined: 0,
  waiting: 0,
  holds: 0,
  heldMinor: 0,
  soldMinor: 0,
  refundedMinor: 0,
  ...changes,
})
const month = periodOf({}, Date.parse('2026-11-16T12:00:00Z'))
const days = ['2026-11-14', '2026-11-15', '2026-11-16']

test('sales are added by currency and day, and a day without any is there too', () => {
  const {
    money,
    days: drawn,
    currency,
  } = overviewOf(
    [
      row({ soldMinor: 1_999, refundedMinor: 999 }),
      row({ day: '2026-11-16', soldMinor: 1 }),
      row({ currency: 'JPY', soldMinor: 500, payments: 1 }),
    ],
    days,
  )
  expect(money).toEqual([
    { currency: 'PLN', sold: 20, refunded: 9.99, held: 0 },
    { currency: 'JPY', sold: 500, refunded: 0, held: 0 },
  ])
  expect(currency).toBe('PLN')
  expect(drawn).toEqual([
    { day: '2026-11-14', sold: 0, refunded: 0 },
    { day: '2026-11-15', sold: 19.99, refunded: 9.99 },
    { day: '2026-11-16', sold: 0.01, refunded: 0 },
  ])
})

test('a rate counts verdicts only: what nobody finished was not declined', () => {
  const { approved, judged, byMethod, byOrganization, waiting } = overviewOf(
    [
      row({ payments: 6, approved: 3, declined: 1, waiting: 2 }),
      row({
        method: 'BLIK',
        organization: null,
        payments: 2,
        approved: 0,
        declined: 0,
        waiting: 2,
      }),
    ],
    days,
  )
  expect([approved, judged]).toEqual([3, 4])
  expect(waiting).toBe(4)
  expect(byMethod).toEqual([
    { name: 'BLIK', payments: 2, approved: 0, judged: 0 },
    { name: 'CARD', payments: 6, approved: 3, judged: 4 },
  ])
  expect(byOrganization).toEqual([{ name: 'VISA', payments: 6, approved: 3, judged: 4 }])
})

test('a merchant without payments has an overview', () => {
  expect(overviewOf([], days)).toMatchObject({ payments: 0, judged: 0, money: [] })
})

test('figures are of the days that were chosen, and of no others', () => {
  const rows = [row({ soldMinor: 100 }), row({ day: '2026-11-13', soldMinor: 900, declined: 1 })]
  const { money, payments, judged } = overviewOf(rows, days)
  expect([money[0]?.sold, payments, judged]).toEqual([1, 1, 1])
})

test('a period is one of four, or of one day to another, and never longer than what is counted', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  const of = (query: Record<string, string>) => {
    const { choice, from, to, days: all } = periodOf(query, now)
    return [choice, from, to, all.length]
  }
  expect(of({})).toEqual(['month', '2026-10-18', '2026-11-16', 30])
  expect(of({ period: 'today' })).toEqual(['today', '2026-11-16', '2026-11-16', 1])
  expect(of({ period: 'quarter' })).toEqual(['quarter', '2026-08-19', '2026-11-16', 90])
  expect(of({ from: '2026-11-01', to: '2026-11-03' })).toEqual([
    'own',
    '2026-11-01',
    '2026-11-03',
    3,
  ])
  expect(of({ from: '2020-01-01' })[3]).toBe(100)
  for (const wrong of [{ from: 'x' }, { from: '2026-11-03', to: '2026-11-01' }, { period: 'year' }])
    expect(of(wrong)[0]).toBe('month')
})

test('days are those of Warsaw, each once, also when a clock is put back', () => {
  const afterMidnight = Date.parse('2026-10-26T23:30:00Z')
  const found = lastDays(4, afterMidnight)
  expect(found.at(-1)).toBe('2026-10-27')
  expect(new Set(found).size).toBe(found.length)
})

test('one look serves all people for a minute, and a month that is not counted yet is counted on', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T12:00:00Z') })
  let left = 3
  let reads = 0
  const figures = {
    takeIn: () => Promise.resolve((left -= 1) <= 0),
    since: () => Promise.resolve([row({ payments: (reads += 1) })]),
    waiting: () => Promise.resolve([]),
    forget: () => Promise.resolve(),
  }
  const overviews = createOverviews(figures, {} as Services['log'])
  const [first, second] = await Promise.all([
    overviews.read('shop', month),
    overviews.read('shop', month),
  ])
  expect(first).toBe(second)
  expect(first).toMatchObject({ isWhole: false, overview: { payments: 1 } })
  await vi.advanceTimersByTimeAsync(5_001)
  const whole = await overviews.read('shop', month)
  expect(whole).toMatchObject({ isWhole: true, overview: { payments: 2 } })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await overviews.read('shop', month)).toBe(whole)
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await overviews.read('shop', month)).overview.payments).toBe(3)
  vi.useRealTimers()
})

test('what could not be counted is counted again at the next look', async () => {
  let isDown = true
  const figures = {
    takeIn: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(true)),
    since: () => Promise.resolve([]),
    waiting: () => Promise.resolve([]),
    forget: () => Promise.resolve(),
  }
  const overviews = createOverviews(figures, {} as Services['log'])
  await expect(overviews.read('shop', month)).rejects.toThrow('down')
  isDown = false
  expect((await overviews.read('shop', month)).isWhole).toBe(true)
})
