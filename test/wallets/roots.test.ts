import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { WalletRoots } from '../../src/wallets/roots.ts'
import { appleContext } from './support/apple-wallet.ts'
import { issue, toPem } from './support/certificates.ts'
import { clickToPayContext } from './support/click-to-pay-system.ts'
import { googleContext, spkiBase64 } from './support/google-wallet.ts'

const [googleRoot] = googleContext.roots.ECv2
const keyValue = googleRoot!.keyValue
const roots = {
  google: { ECv2: [keyValue] },
  apple: appleContext.roots,
  c2p: clickToPayContext.roots,
}

test('good roots are taken, and a wallet may have none', () => {
  expect(WalletRoots.parse(roots)).toEqual({ ...roots, google: googleContext.roots })
  expect(WalletRoots.parse({ apple: roots.apple })).toEqual({ apple: roots.apple })
})

test("Google's own document is taken: keys of ECv2 with the end of their life", () => {
  const other = { keyValue: 'of another protocol', protocolVersion: 'ECv1' }
  const key = { keyValue, protocolVersion: 'ECv2', keyExpiration: '2154841200000' }
  const google = { keys: [other, key, { ...other, protocolVersion: 'ECv2SigningOnly' }] }
  expect(WalletRoots.parse({ google })).toEqual({
    google: { ECv2: [{ keyValue, keyExpirationMs: 2_154_841_200_000 }] },
  })
  for (const keys of [
    [],
    [other],
    [{ ...key, keyValue: 'AAAA' }],
    [{ ...key, keyExpiration: 'never' }],
  ])
    expect(WalletRoots.safeParse({ google: { keys } }).success).toBe(false)
})

test('a Google root that is not a P-256 key is refused at the start', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
  for (const key of ['AAAA', '', spkiBase64(publicKey)]) {
    expect(WalletRoots.safeParse({ ...roots, google: { ECv2: [key] } }).success).toBe(false)
  }
})

test('an Apple root that is not a CA certificate is refused at the start', () => {
  for (const pem of ['AAAA', '', toPem(issue({ subject: 'No CA' }))]) {
    const apple = { rootCertificates: [pem] }
    expect(WalletRoots.safeParse({ ...roots, apple }).success).toBe(false)
  }
})

test('a Click to Pay key without a name, or on another curve, is refused at the start', () => {
  const [key] = roots.c2p.keys
  for (const wrong of [
    { ...key, kid: undefined },
    { ...key, crv: 'P-384' },
  ]) {
    expect(WalletRoots.safeParse({ ...roots, c2p: { keys: [wrong] } }).success).toBe(false)
  }
})
