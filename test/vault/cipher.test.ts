import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from '../../src/vault/cipher.ts'

const key = Buffer.alloc(32, 1)
const aad = Buffer.from('owner')

test('what was encrypted comes back, whatever it is', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (plaintext, bound) => {
      const sealed = encrypt(key, plaintext, Buffer.from(bound))
      return decrypt(key, sealed, Buffer.from(bound)).equals(plaintext)
    }),
  )
})

test('a flip of any single bit is noticed', () => {
  const sealed = encrypt(key, Buffer.from('4000000000001000'), aad)
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const flipped = Buffer.from(sealed)
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
    expect(() => decrypt(key, flipped, aad)).toThrow()
  }
})

test('a ciphertext cut short at any place is noticed', () => {
  const sealed = encrypt(key, Buffer.from('4000000000001000'), aad)
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => decrypt(key, sealed.subarray(0, length), aad)).toThrow()
  }
})

test('another key or another owner does not open it', () => {
  const sealed = encrypt(key, Buffer.from('secret'), aad)
  expect(() => decrypt(Buffer.alloc(32, 2), sealed, aad)).toThrow()
  expect(() => decrypt(key, sealed, Buffer.from('someone else'))).toThrow()
})
