import { expect, test } from 'vitest'
import { nextNonce } from '../../src/vault/nonce.ts'

test('a nonce has 96 bits and never comes twice', () => {
  const nonces = Array.from({ length: 50_000 }, () => nextNonce().toString('hex'))
  expect(new Set(nonces).size).toBe(nonces.length)
  expect(nonces.every((nonce) => nonce.length === 24)).toBe(true)
})
