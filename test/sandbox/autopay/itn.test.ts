import { expect, test } from 'vitest'
import { pauseAfter } from '../../../src/sandbox/autopay/itn.ts'

test('a notification comes again after 3 minutes, 10, an hour and a day, 209 times', () => {
  const pauses = Array.from({ length: 211 }, (_, index) => pauseAfter(index + 1))
  const count = (minutes: number | undefined) => pauses.filter((one) => one === minutes).length
  expect([count(3), count(10), count(60), count(1_440), count(undefined)]).toEqual([
    12, 144, 48, 5, 2,
  ])
})
