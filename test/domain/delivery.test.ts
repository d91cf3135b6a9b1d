import { describe, expect, test } from 'vitest'
import { pausedDelayMs, retryDelayMs, verdictOf } from '../../src/domain/delivery.ts'

test.each([
  [200, 'accepted'],
  [204, 'accepted'],
  [299, 'accepted'],
  [300, 'retry'],
  [308, 'retry'],
  [400, 'refused'],
  [408, 'refused'],
  [409, 'refused'],
  [410, 'gone'],
  [411, 'retry'],
  [425, 'retry'],
  [429, 'retry'],
  [500, 'retry'],
  [599, 'retry'],
])('an answer of %i means %s', (status, verdict) => expect(verdictOf(status)).toBe(verdict))

describe('the pause after a failed attempt', () => {
  test('is the same for the same event and attempt, and differs between events', () => {
    expect(retryDelayMs('a_1', 3)).toBe(retryDelayMs('a_1', 3))
    expect(new Set(['a_1', 'a_2', 'b_1'].map((id) => retryDelayMs(id, 3))).size).toBe(3)
  })

  test('is spread over the whole of ±20 %', () => {
    const pauses = Array.from({ length: 500 }, (_, index) => retryDelayMs(`e_${index}`, 1))
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(4_000)
    expect(Math.min(...pauses)).toBeLessThan(4_100)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(6_000)
    expect(Math.max(...pauses)).toBeGreaterThan(5_900)
  })

  test('is never shorter than Retry-After asks, up to an hour', () => {
    expect(retryDelayMs('a_1', 1, 90_000)).toBe(90_000)
    expect(retryDelayMs('a_1', 1, 1_000)).toBe(retryDelayMs('a_1', 1))
    expect(retryDelayMs('a_1', 1, 1e9)).toBe(3_600_000)
  })
})

test('a paused endpoint is looked at after a minute, then ever less often, at last hourly', () => {
  expect([0, 60_000, 1_200_000, 1e9].map(pausedDelayMs)).toEqual([
    60_000, 60_000, 300_000, 3_600_000,
  ])
})
