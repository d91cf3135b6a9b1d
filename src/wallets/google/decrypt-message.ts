import {
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { decodeBase64, decodeJson } from '../decode.ts'
import { attempt, check } from '../wallet-outcome.ts'

/** ECIES: the key whose tag fits is the one Google encrypted to; nothing is decrypted before. */
export function decryptMessage(signedMessage: string, privateKeys: readonly KeyObject[]): Buffer {
  const envelope = decodeJson(signedMessage, Envelope, 'signed message')
  const ciphertext = decodeBase64(envelope.encryptedMessage, 'encrypted message')
  const tag = decodeBase64(envelope.tag, 'tag')
  const point = decodeBase64(envelope.ephemeralPublicKey, 'ephemeral key')
  const publicKey = attempt('ephemeral key is not a P-256 point', () => readPoint(point))

  const derived = privateKeys
    .map((privateKey) => deriveKeys(point, diffieHellman({ privateKey, publicKey })))
    .find(({ macKey }) => isTagOf(ciphertext, macKey, tag))
  check(derived !== undefined, 'tag fits none of our keys')
  const decipher = createDecipheriv('aes-256-ctr', derived.encryptionKey, Buffer.alloc(16))
  // A stream of bytes has no end of its own: one copy, which whoever asked overwrites.
  return decipher.update(ciphertext)
}

const Envelope = z.object({
  encryptedMessage: z.string(),
  ephemeralPublicKey: z.string(),
  tag: z.string(),
})

/** An uncompressed point: 04, x, y. Importing it checks that it lies on the curve. */
function readPoint(point: Buffer): KeyObject {
  if (point.length !== 65 || point[0] !== 4) throw new Error('not an uncompressed point')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

function deriveKeys(point: Buffer, secret: Buffer): { encryptionKey: Buffer; macKey: Buffer } {
  const inputKey = Buffer.concat([point, secret])
  const derived = Buffer.from(hkdfSync('sha256', inputKey, Buffer.alloc(32), 'Google', 64))
  return { encryptionKey: derived.subarray(0, 32), macKey: derived.subarray(32) }
}

function isTagOf(ciphertext: Buffer, macKey: Buffer, tag: Buffer): boolean {
  const expected = createHmac('sha256', macKey).update(ciphertext).digest()
  return tag.length === expected.length && timingSafeEqual(tag, expected)
}
