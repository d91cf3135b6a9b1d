import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  nodeOptionsFor,
  temporalMemoryFor,
  usableMemory,
  workflowsFor,
} from '../../src/process/memory-bounds.ts'

const GIB = 2 ** 30

test.for([
  [0.5, 100],
  [1, 150],
  [2, 300],
  [4, 600],
  [8, 1_000],
  [64, 1_000],
] as const)('a worker with %d GB keeps %i workflows', ([memory, workflows]) => {
  expect(workflowsFor(memory * GIB)).toBe(workflows)
})

test.for([
  [0.75, '--max-old-space-size=192'],
  [1, '--max-old-space-size=256'],
  [2, '--max-semi-space-size=64'],
] as const)('a process with %d GB is started with %s', ([memory, options]) => {
  expect(nodeOptionsFor(memory * GIB)).toBe(options)
})

test('the guide to deployment says the same', () => {
  const guide = readFileSync(new URL('../../docs/operators/deployment.md', import.meta.url), 'utf8')
  for (const memory of [0.75, 2])
    expect(guide).toContain(`NODE_OPTIONS=${nodeOptionsFor(memory * GIB)}`)
})

test.for([
  [1, 0.5],
  [8, 1],
  [64, 2],
] as const)('a Temporal of our own on %d GB is held to %d', ([memory, limit]) => {
  expect(temporalMemoryFor(memory * GIB)).toBe(limit * GIB)
})

test('nothing is reckoned from more than there is', () => {
  expect(usableMemory()).toBeGreaterThan(2 ** 20)
  expect(usableMemory()).toBeLessThan(2 ** 50)
})
