import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import type { JWK } from 'jose'

/** The keys that wallets encrypt to. The first of each list is published; the rest still open. */
export type WalletKeys = { google: PemKey[]; apple: PemKey[]; c2p: JWK[] }

/** A P-256 private key, PKCS#8. */
export type PemKey = { privateKeyPem: string }

export function generateWalletKeys(): WalletKeys {
  return { google: [generateP256()], apple: [generateP256()], c2p: [generateRsa()] }
}

/** The body of `/.well-known/wallet-keys.json`. */
export function publicWalletKeys(keys: WalletKeys): PublicWalletKeys {
  const [google] = readPrivateKeys(keys.google)
  const [apple] = readPrivateKeys(keys.apple)
  const [c2p] = keys.c2p
  if (!google || !apple || !c2p) throw new Error('the key ring lacks a wallet key')
  const { kty, n, e, kid } = c2p
  return {
    google: { publicKey: publicSpki(google).toString('base64') },
    apple: { publicKey: publicSpki(apple).toString('base64') },
    c2p: { kty, n, e, kid, alg: 'RSA-OAEP-256', use: 'enc' } as JWK,
  }
}

export type PublicWalletKeys = {
  google: { publicKey: string }
  apple: { publicKey: string }
  c2p: JWK
}

/** Throws on a key that cannot be read: that is our fault and must not pass for a bad token. */
export function readPrivateKeys(keys: readonly PemKey[]): KeyObject[] {
  return keys.map(({ privateKeyPem }) => createPrivateKey(privateKeyPem))
}

export type RsaKey = { kid: string | undefined; privateKey: KeyObject }

export function readRsaKeys(keys: readonly JWK[]): RsaKey[] {
  return keys.map((jwk) => ({
    kid: jwk.kid,
    privateKey: createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' }),
  }))
}

export function publicSpki(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
}

function generateP256(): PemKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { privateKeyPem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() }
}

function generateRsa(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = privateKey.export({ format: 'jwk' }) as JWK
  // RFC 7638: the required members in lexical order.
  const members = JSON.stringify({ e: jwk.e, kty: jwk.kty, n: jwk.n })
  const kid = createHash('sha256').update(members).digest('base64url')
  return { ...jwk, kid, alg: 'RSA-OAEP-256', use: 'enc' }
}
