import { expect, test } from 'vitest'
import { createPlan, nameFault } from './plan.ts'

const HOUR_MS = 3_600_000
const PACE = 9

test('a seed repeats its plan, and another has another', () => {
  expect(createPlan(1, HOUR_MS, PACE)).toEqual(createPlan(1, HOUR_MS, PACE))
  expect(createPlan(1, HOUR_MS, PACE)).not.toEqual(createPlan(2, HOUR_MS, PACE))
})

test('an hour has every kind of fault, and often two at once', () => {
  const { moments } = createPlan(1, HOUR_MS, PACE)
  const kinds = new Set(moments.flatMap(({ faults }) => faults.map(({ kind }) => kind)))
  expect([...kinds].sort()).toEqual([
    ...['busy', 'cut', 'fullDisk', 'hold', 'kill', 'loseAnswers', 'merchant', 'pause'],
    ...['provider', 'ramp', 'rollout', 'slow'],
  ])
  const pairs = moments.filter(({ faults }) => faults.length === 2).length
  expect(pairs / moments.length).toBeGreaterThan(0.25)
  expect(moments.flatMap(({ faults }) => faults.map(nameFault))).not.toContain('')
})

test('nothing else goes wrong while many clients come at once and right after', () => {
  const { moments, overload } = createPlan(3, 300_000, PACE)
  const from = overload?.atMs ?? NaN
  const to = from + (overload?.forMs ?? NaN)
  expect(from).toBe(150_000)
  expect(moments.filter(({ atMs }) => atMs > from && atMs < to + 20_000)).toEqual([])
  expect(moments.length).toBeGreaterThan(20)
})

test.for([5, 9, 20, 60])('as many faults come in a minute as were asked for: %i', (pace) => {
  const { moments } = createPlan(1, HOUR_MS, pace)
  const perMinute = moments.flatMap(({ faults }) => faults).length / 60
  expect(perMinute / pace).toBeGreaterThan(0.9)
  expect(perMinute / pace).toBeLessThan(1.1)
})
