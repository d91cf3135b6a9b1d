import { expect, test } from 'vitest'
import { RestartBudget } from '../../../src/stack/processes/restart-budget.ts'

test('each crash within a minute doubles the wait, up to five seconds', () => {
  const budget = new RestartBudget(10, () => 0)
  const waits = Array.from({ length: 8 }, () => budget.spend())
  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000])
})

test('the eleventh crash within a minute is one too many', () => {
  const budget = new RestartBudget(10, () => 0)
  const waits = Array.from({ length: 11 }, () => budget.spend())
  expect(waits.at(9)).toBe(5000)
  expect(waits.at(10)).toBeUndefined()
})

test('crashes more than a minute ago are forgotten', () => {
  let now = 0
  const budget = new RestartBudget(10, () => now)
  for (let crash = 0; crash < 10; crash++) budget.spend()
  now = 60_001
  expect(budget.spend()).toBe(100)
})
