import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyedId, randomId } from '../../src/vault/random-id.ts'

const key = Buffer.alloc(32, 7)
const parts = fc.array(fc.string(), { minLength: 1, maxLength: 4 })

test('an id is 27 lower-case letters, so it never looks like a card number', () => {
  for (let count = 0; count < 1_000; count += 1) expect(randomId()).toMatch(/^[a-z]{27}$/)
  fc.assert(fc.property(parts, (given) => /^[a-z]{27}$/.test(keyedId(key, ...given))))
})

test('ten thousand random ids are all different', () => {
  const ids = Array.from({ length: 10_000 }, randomId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a keyed id is the same for the same key and parts', () => {
  fc.assert(fc.property(parts, (given) => keyedId(key, ...given) === keyedId(key, ...given)))
})

test('a keyed id changes with the key and with any part', () => {
  fc.assert(
    fc.property(parts, parts, (some, others) => {
      fc.pre(JSON.stringify(some) !== JSON.stringify(others))
      return keyedId(key, ...some) !== keyedId(key, ...others)
    }),
  )
  expect(keyedId(key, 'a')).not.toBe(keyedId(Buffer.alloc(32, 8), 'a'))
})

test('moving the border between two parts changes the keyed id', () => {
  expect(keyedId(key, '1', '23')).not.toBe(keyedId(key, '12', '3'))
})

test('a keyed id never changes between versions: stored payments depend on it', () => {
  expect(keyedId(key, 'merchant', 'POST', '/payment', 'key-1')).toBe('dkjvptmwwomabmnawrneahhswcz')
})
