import { expect, test } from 'vitest'
import { nextCutoff } from '../../../src/domain/settlement/cutoff.ts'

test.for([
  ['in winter', '2026-01-10T12:00:00Z', '2026-01-10T22:00:00Z'],
  ['in summer', '2026-07-10T12:00:00Z', '2026-07-10T21:00:00Z'],
  ['at the moment itself: the next day', '2026-07-10T21:00:00Z', '2026-07-11T21:00:00Z'],
  ['over the day of 23 hours', '2026-03-28T22:30:00Z', '2026-03-29T21:00:00Z'],
  ['over the day of 25 hours', '2026-10-24T21:30:00Z', '2026-10-25T22:00:00Z'],
] as const)('the next cut-off %s', ([, after, expected]) => {
  expect(new Date(nextCutoff(Date.parse(after))).toISOString()).toBe(
    new Date(expected).toISOString(),
  )
})
