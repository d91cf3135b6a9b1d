import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { expect, test } from 'vitest'
import type { Arrival } from '../../../src/gateway/gateway.ts'
import { takePlace } from '../../../src/http/middleware/take-place.ts'

/** A house that counts who is inside. */
function openHouse(known?: string) {
  const inside: Arrival[] = []
  const arrive = (arrival: Arrival) => {
    inside.push(arrival)
    return () => void inside.splice(inside.indexOf(arrival), 1)
  }
  const response = new EventEmitter()
  const place = takePlace(
    { arrive },
    { merchantOf: () => known },
    { request: { ip: '::ffff:203.0.113.9' } as Request, response: response as Response },
  )
  return { inside, place, close: () => response.emit('close') }
}

test('the answer gives the place back', () => {
  const { inside, place, close } = openHouse('shop')
  place.isOf('shop')
  expect(inside).toEqual([{ merchantId: 'shop' }])
  close()
  expect(inside).toEqual([])
})

test('a stranger who turns out to be a merchant has one place, as that merchant', () => {
  const { inside, place, close } = openHouse()
  expect(inside).toEqual([{ network: '203.0.113.9' }])
  place.isOf('shop')
  expect(inside).toEqual([{ merchantId: 'shop' }])
  close()
  expect(inside).toEqual([])
})

test('whoever hangs up while they are being judged keeps no place', () => {
  const { inside, place, close } = openHouse()
  close()
  place.isOf('shop')
  expect(inside).toEqual([])
})
