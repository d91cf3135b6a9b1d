import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { nextNonce } from './nonce.ts'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + NONCE_BYTES

type Key = KeyObject | Buffer

/** AES-256-GCM: version, nonce, ciphertext and tag in one buffer, bound to `aad`. */
export function encrypt(key: Key, plaintext: Uint8Array, aad: Buffer): Buffer {
  const nonce = nextNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(withVersion(aad))
  const body = cipher.update(plaintext)
  const rest = cipher.final()
  return Buffer.concat([Buffer.of(VERSION), nonce, body, rest, cipher.getAuthTag()])
}

/** The plaintext, or an exception when anything at all differs from what was encrypted. */
export function decrypt(key: Key, sealed: Uint8Array, aad: Buffer): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  if (bytes.length < HEADER_BYTES + TAG_BYTES) throw new Error('ciphertext is truncated')
  if (bytes[0] !== VERSION) throw new Error('ciphertext has an unknown version')
  const nonce = bytes.subarray(1, HEADER_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(withVersion(aad))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const plaintext = decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES))
  // In this mode nothing is left for the end but the proof; a copy would be one more to overwrite.
  decipher.final()
  return plaintext
}

function withVersion(aad: Buffer): Buffer {
  return Buffer.concat([Buffer.of(VERSION), aad])
}
