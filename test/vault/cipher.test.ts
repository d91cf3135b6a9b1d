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

test('what an earlier version has encrypted still opens: cards and histories depend on it', () => {
  const stored = 'AczyW+BXLRn+AAAAAL/oZOEpwURz6M08acws9cJ8WW99HEBJ1QXtmLEoxnNx'
  expect(decrypt(key, Buffer.from(stored, 'base64'), aad).toString()).toBe('4000000000001000')
})

test('it is told apart why something is no ciphertext', () => {
  const sealed = encrypt(key, Buffer.alloc(0), aad)
  expect(sealed).toHaveLength(1 + 12 + 16)
  expect(decrypt(key, sealed, aad)).toHaveLength(0)
  expect(() => decrypt(key, sealed.subarray(0, -1), aad)).toThrow('ciphertext is truncated')
  const other = Buffer.from(sealed).fill(2, 0, 1)
  expect(() => decrypt(key, other, aad)).toThrow('ciphertext has an unknown version')
})

test('a ciphertext may be a view into a larger memory', () => {
  const sealed = encrypt(key, Buffer.from('secret'), aad)
  const memory = new Uint8Array(100)
  memory.set(sealed, 7)
  const view = memory.subarray(7, 7 + sealed.length)
  expect(decrypt(key, view, aad).toString()).toBe('secret')
})
