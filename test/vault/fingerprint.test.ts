import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fingerprint } from '../../src/vault/fingerprint.ts'

const key = Buffer.alloc(32, 1)
const card = '4000000000001000'

test('the same card has the same fingerprint', () => {
  expect(fingerprint(key, card, 'merchant')).toBe(fingerprint(key, card, 'merchant'))
})

test('without the key a fingerprint cannot be guessed from the card number', () => {
  expect(fingerprint(key, card)).not.toBe(fingerprint(Buffer.alloc(32, 2), card))
  const plainHash = createHash('sha256').update(card).digest('base64url')
  expect(fingerprint(key, card)).not.toContain(plainHash)
})

test('one card at two merchants has two fingerprints', () => {
  expect(fingerprint(key, card, 'one')).not.toBe(fingerprint(key, card, 'two'))
})

test('every digit counts, not only those a mask shows', () => {
  expect(fingerprint(key, '4000000000101000')).not.toBe(fingerprint(key, card))
})

test('a fingerprint never changes between versions: stored cards are found by it', () => {
  expect(fingerprint(key, card)).toBe('axzoteyhtirpazglmnijwpbsfgc')
  expect(fingerprint(key, card, 'merchant')).toBe('akzvebtzvjcrzaluskkbveuekwg')
})
