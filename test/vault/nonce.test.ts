import { expect, test } from 'vitest'
import { nextNonce } from '../../src/vault/nonce.ts'

test('a nonce has 96 bits and never comes twice', () => {
  const nonces = Array.from({ length: 50_000 }, () => nextNonce().toString('hex'))
  expect(new Set(nonces).size).toBe(nonces.length)
  expect(nonces.every((nonce) => nonce.length === 24)).toBe(true)
})

test('nonces count on under one prefix, which no other process shares', () => {
  const [one, two] = [nextNonce(), nextNonce()]
  expect(two.subarray(0, 8)).toEqual(one.subarray(0, 8))
  expect(two.readUInt32BE(8)).toBe(one.readUInt32BE(8) + 1)
})
