import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { generateWalletKeys } from '../wallets/keys.ts'
import type { WalletKeys } from '../wallets/keys.ts'
import type { KeyAlgorithm } from './key-ring-file.ts'
import { randomId } from './random-id.ts'

/** A fresh key for every purpose, in the shape of the key ring's file. */
export function newKeys() {
  return {
    version: 1,
    vault: NEW_KEYS.vault(),
    payload: NEW_KEYS.payload(),
    fingerprint: newFixedKey(),
    ids: newFixedKey(),
    bodies: newFixedKey(),
    links: newFixedKey(),
    signing: NEW_KEYS.signing(),
    evidence: NEW_KEYS.evidence(),
    encryption: NEW_KEYS.encryption(),
    wallets: generateWalletKeys(),
  }
}

export type StoredKeys = ReturnType<typeof newKeys>

/** What may get a fresh key while the old ones go on reading; the other purposes are for ever. */
export type RotatingPurpose = keyof typeof NEW_KEYS | 'wallets'

/** The fresh key comes first, which makes it current. */
export function withFreshKey(stored: StoredKeys, purpose: RotatingPurpose): StoredKeys {
  if (purpose === 'wallets') {
    return { ...stored, wallets: joinWallets(generateWalletKeys(), stored.wallets) }
  }
  const { [purpose]: before = [] } = stored as Partial<StoredKeys>
  return { ...stored, [purpose]: [...NEW_KEYS[purpose](), ...before] }
}

/** Purposes whose old keys may end. */
export const endingPurposes = ['vault', 'payload', 'signing', 'encryption'] as const
export type EndingPurpose = (typeof endingPurposes)[number]

interface StoredKey {
  id?: string
  kid?: string
  alg?: string
  createdAt: string
}

/** A key of the file, and the one of its kind that took its place. */
export function findStored(
  stored: StoredKeys,
  purpose: EndingPurpose,
  id: string,
): { index: number; newer: StoredKey | undefined } {
  const keys: readonly StoredKey[] = stored[purpose]
  const index = keys.findIndex((key) => (key.id ?? key.kid) === id)
  const found = keys[index]
  if (!found) throw new RangeError(`${purpose} has no key ${id}`)
  return { index, newer: keys.slice(0, index).findLast(({ alg }) => alg === found.alg) }
}

/** Throws for the key that is in use. */
export function withoutKey(stored: StoredKeys, purpose: EndingPurpose, id: string): StoredKeys {
  const { index, newer } = findStored(stored, purpose, id)
  if (!newer) throw new RangeError(`${id} is in use: rotate first`)
  return { ...stored, [purpose]: stored[purpose].filter((_, place) => place !== index) }
}

const NEW_KEYS = {
  vault: () => [newRotatingKey()],
  payload: () => [newRotatingKey()],
  signing: () => [newKeyPair('ES256')],
  evidence: () => [newKeyPair('ES256')],
  encryption: () => [newKeyPair('RSA-OAEP-256'), newKeyPair('ECDH-ES+A256KW')],
}

function joinWallets(fresh: WalletKeys, stored: WalletKeys): WalletKeys {
  return {
    google: [...fresh.google, ...stored.google],
    apple: [...fresh.apple, ...stored.apple],
    c2p: [...fresh.c2p, ...stored.c2p],
  }
}

export function newRotatingKey() {
  return { id: newKeyId(), ...newFixedKey() }
}

export function newFixedKey() {
  return { key: randomBytes(32).toString('base64'), createdAt: new Date().toISOString() }
}

function newKeyPair(alg: KeyAlgorithm) {
  const { privateKey } =
    alg === 'RSA-OAEP-256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateJwk = privateKey.export({ format: 'jwk' })
  return { kid: newKeyId(), alg, privateJwk, createdAt: new Date().toISOString() }
}

function newKeyId(): string {
  return randomId().slice(-12)
}
