import { createHash, createPublicKey } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { expect, test } from 'vitest'
import { generateWalletKeys, publicWalletKeys } from '../../src/wallets/keys.ts'

const keys = generateWalletKeys()
const published = publicWalletKeys(keys)

test('the published keys are the first of each list', () => {
  const older = generateWalletKeys()
  const rotated = {
    google: [...keys.google, ...older.google],
    apple: [...keys.apple, ...older.apple],
    c2p: [...keys.c2p, ...older.c2p],
  }
  expect(publicWalletKeys(rotated)).toEqual(published)
})

test('the published keys are P-256 for Google and Apple, and RSA for Click to Pay', () => {
  for (const { publicKey } of [published.google, published.apple]) {
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
  }
  expect(published.c2p).toMatchObject({ kty: 'RSA', alg: 'RSA-OAEP-256', use: 'enc' })
})

test('nothing private is published', () => {
  expect(Object.keys(published.c2p).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  expect(JSON.stringify(published)).not.toContain('PRIVATE')
})

test('the Click to Pay key is named by its thumbprint', async () => {
  expect(published.c2p.kid).toBe(await calculateJwkThumbprint(published.c2p))
})

test('keys are never the same twice', () => {
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
  expect(hash(generateWalletKeys())).not.toBe(hash(keys))
})

test('a ring without wallet keys is refused', () => {
  expect(() => publicWalletKeys({ google: [], apple: [], c2p: [] })).toThrow('lacks a wallet key')
})
