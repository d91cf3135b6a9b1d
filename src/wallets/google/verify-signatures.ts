import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { decodeBase64, decodeJson } from '../decode.ts'
import { MillisText } from '../fields.ts'
import type { RootsOf } from '../roots.ts'
import { attempt, check } from '../wallet-outcome.ts'

/** The root signs the intermediate key, which expires; the intermediate key signs the message. */
export function verifySignatures(
  token: SignedToken,
  trust: { roots: RootsOf<'google'>; recipientId: string; nowMs: number },
): void {
  const { signedKey, signatures } = token.intermediateSigningKey
  const keyText = signedText(senderId, token.protocolVersion, signedKey)
  const roots = trust.roots.ECv2.filter(
    ({ keyExpirationMs }) => keyExpirationMs === undefined || trust.nowMs < keyExpirationMs,
  ).map(({ keyValue }) => readPublicKey(keyValue))
  check(
    signatures.some((signature) => roots.some((root) => isSignedBy(root, keyText, signature))),
    'intermediate key is not signed by a trusted root',
  )
  const intermediate = decodeJson(signedKey, IntermediateKey, 'intermediate key')
  check(trust.nowMs < intermediate.keyExpiration, 'intermediate key has expired')

  const signer = attempt('intermediate key is malformed', () =>
    readPublicKey(intermediate.keyValue),
  )
  const { protocolVersion, signedMessage } = token
  const messageText = signedText(senderId, trust.recipientId, protocolVersion, signedMessage)
  check(isSignedBy(signer, messageText, token.signature), 'message signature is wrong')
}

const senderId = 'Google'

/** More signatures than Google has roots would only cost us time. */
const maxIntermediateSignatures = 8

export const SignedToken = z.object({
  protocolVersion: z.string(),
  signature: z.string(),
  intermediateSigningKey: z.object({
    signedKey: z.string(),
    signatures: z.array(z.string()).max(maxIntermediateSignatures),
  }),
  signedMessage: z.string(),
})

export type SignedToken = z.output<typeof SignedToken>

const IntermediateKey = z.object({ keyValue: z.string(), keyExpiration: MillisText })

/** Each part is preceded by its length in bytes, four of them, little-endian. */
function signedText(...parts: string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, 'utf8')
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )
}

function readPublicKey(spkiBase64: string): KeyObject {
  const der = Buffer.from(spkiBase64, 'base64')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a P-256 key')
  return key
}

function isSignedBy(key: KeyObject, text: Buffer, signatureBase64: string): boolean {
  return verify('sha256', text, key, decodeBase64(signatureBase64, 'signature'))
}
