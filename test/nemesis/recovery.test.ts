import { expect, test } from 'vitest'
import type { Command } from './evidence.ts'
import { recoveryOf, refusalsOf } from './recovery.ts'

const command = (sentAt: number, ...answers: [at: number, status: number, api: number][]) =>
  ({
    name: 'create',
    sentAt,
    answers: answers.map(([at, status, api]) => ({ at, status, api, body: {} })),
  }) satisfies Command

test('after a death the next answer counts, of any API and of the one that died', () => {
  const commands = [
    command(900, [1_900, 200, 0], [5_000, 200, 1]),
    command(1_000, [1_050, 0, 0], [1_100, 503, 1], [1_400, 409, 1]),
    command(2_000, [3_500, 200, 0]),
  ]
  const { any, same } = recoveryOf(
    [
      { api: 0, at: 2_000 },
      { api: 1, at: 1_000 },
    ],
    commands,
  )
  expect([any.count, any.most, same.count, same.most]).toEqual([2, 1_500, 2, 1_500])
  expect(same.p50).toBe(1_500)
})

test('a death after which nobody asked says nothing', () => {
  expect(recoveryOf([{ api: 0, at: 10 }], [command(1, [5, 200, 0])]).any.count).toBe(0)
})

test('who was turned away once and for all was refused; who asked again was not', () => {
  const refused = command(100, [140, 503, 0])
  const insisting = command(100, [150, 503, 0], [900, 200, 1])
  expect(refusalsOf([refused, insisting, command(100, [400, 200, 0])])).toEqual({
    count: 1,
    p50: 40,
    p99: 40,
    most: 40,
  })
})
