import { expect, test } from 'vitest'
import type { Slot } from '../../activities/merchant-slots.ts'
import { createMerchantSlots } from '../../activities/merchant-slots.ts'

const slots = () => createMerchantSlots({ most: 2, random: () => 0.5 })

test('a merchant takes so many places and leaves the others theirs', () => {
  const { take } = slots()
  take('a', '1')
  take('a', '2')
  expect(take('a', '3')).toEqual({ retryMs: 200 })
  expect(take('b', '4')).toHaveProperty('free')
})

test('a place that is given back can be taken again', () => {
  const { take } = slots()
  take('a', '1')
  const second = take('a', '2') as Slot
  second.free(true)
  expect(take('a', '3')).toHaveProperty('free')
})

test('a merchant that never answers has one place, until it answers again', () => {
  const { take } = slots()
  for (const id of ['1', '2', '3', '4', '5']) (take('a', id) as Slot).free(false)
  const probe = take('a', '6') as Slot
  expect(take('a', '7')).toHaveProperty('retryMs')
  probe.free(true)
  take('a', '7')
  expect(take('a', '8')).toHaveProperty('free')
})

test('the more are waiting, the longer they stay away; asking twice counts once', () => {
  const { take } = slots()
  take('a', '1')
  take('a', '2')
  const waits = Array.from({ length: 100 }, (_, index) => take('a', `w${index}`))
  expect(waits.at(-1)).toEqual({ retryMs: 2_500 })
  expect(take('a', 'w0')).toEqual({ retryMs: 2_500 })
})
