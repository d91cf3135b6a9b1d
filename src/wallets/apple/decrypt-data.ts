import { createDecipheriv, createHash, createPublicKey, diffieHellman } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { publicSpki } from '../keys.ts'
import { attempt, check } from '../wallet-outcome.ts'

/** Picks our key by its hash, derives the symmetric key, and decrypts with the tag checked. */
export function decryptData(
  encrypted: { data: Buffer; ephemeralPublicKey: Buffer; publicKeyHash: Buffer },
  ours: { privateKeys: readonly KeyObject[]; merchantIdentifier: string },
): Buffer {
  const privateKey = ours.privateKeys.find((key) =>
    sha256(publicSpki(key)).equals(encrypted.publicKeyHash),
  )
  check(privateKey !== undefined, 'public key hash is none of our keys')
  const publicKey = attempt('ephemeral key is not a P-256 key', () =>
    readEphemeralKey(encrypted.ephemeralPublicKey),
  )
  const secret = diffieHellman({ privateKey, publicKey })
  const key = deriveKey(secret, ours.merchantIdentifier)
  return attempt('data does not decrypt', () => decryptGcm(key, encrypted.data))
}

function readEphemeralKey(spki: Buffer): KeyObject {
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key')
  return key
}

/** ANSI X9.63 key derivation; one round of SHA-256 gives the 32 bytes that AES-256 needs. */
function deriveKey(secret: Buffer, merchantIdentifier: string): Buffer {
  const round = Buffer.from([0, 0, 0, 1])
  const algorithm = Buffer.from('\x0did-aes256-GCM', 'latin1')
  const partyU = Buffer.from('Apple', 'latin1')
  const partyV = sha256(Buffer.from(merchantIdentifier, 'utf8'))
  return sha256(Buffer.concat([round, secret, algorithm, partyU, partyV]))
}

/** The key is used once, so Apple's fixed IV of 16 zero bytes is safe. */
function decryptGcm(key: Buffer, data: Buffer): Buffer {
  if (data.length <= gcmTagBytes) throw new Error('too short')
  const iv = Buffer.alloc(16)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: gcmTagBytes })
  decipher.setAuthTag(data.subarray(-gcmTagBytes))
  const plaintext = decipher.update(data.subarray(0, -gcmTagBytes))
  // Nothing is left for the end but the proof.
  decipher.final()
  return plaintext
}

const gcmTagBytes = 16

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
