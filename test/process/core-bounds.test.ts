import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { commandsFor, coresOf, tasksFor, usableCores } from '../../src/process/core-bounds.ts'

test.for([
  ['max 100000\n', undefined],
  ['200000 100000\n', 2],
  ['50000 100000\n', 0.5],
  ['', undefined],
  ['nonsense', undefined],
] as const)('a container whose limit reads %j has %d cores', ([cpuMax, cores]) => {
  expect(coresOf(cpuMax)).toBe(cores)
})

test.for([
  [0.1, 2, 4],
  [0.5, 4, 12],
  [1, 8, 24],
  [16, 128, 384],
] as const)('with %d cores %i commands and %i tasks are under way', ([cores, commands, tasks]) => {
  expect(commandsFor(cores)).toBe(commands)
  expect(tasksFor(cores)).toBe(tasks)
})

test('nothing is reckoned from more than there is', () => {
  expect(usableCores()).toBeGreaterThan(0)
  expect(usableCores()).toBeLessThanOrEqual(availableParallelism())
})
