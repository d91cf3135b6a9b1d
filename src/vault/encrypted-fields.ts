import type { JsonWebKey } from 'node:crypto'
import { compactDecrypt, decodeProtectedHeader } from 'jose'
import type { ProtectedHeaderParameters } from 'jose'
import { findKey } from './key-ring.ts'
import type { KeyRing } from './key-ring.ts'

export type OpenedField =
  | { type: 'opened'; value: string }
  | { type: 'invalid'; reason: InvalidReason }

export type InvalidReason =
  | 'malformed'
  | 'algorithm_not_allowed'
  | 'unknown_key'
  | 'wrong_merchant'
  | 'expired'
  | 'from_the_future'
  | 'undecryptable'

type Options = { keyRing: KeyRing; merchantId: string; now?: () => number }

/** Opens `encInstrumentNo`, `encExpDate` and `encCvv`: a compact JWE to one of our keys. */
export async function openEncryptedField(jwe: string, options: Options): Promise<OpenedField> {
  const { keyRing, merchantId, now = Date.now } = options
  const header = readHeader(jwe)
  if (!header) return invalid('malformed')
  const problem = refuse(header, merchantId, now())
  if (problem) return invalid(problem)
  const isNamed = (key: { kid: string; alg: string }) =>
    key.kid === header.kid && key.alg === header.alg
  const key = findKey(keyRing, ({ encryption }) => encryption.find(isNamed))
  if (!key) return invalid('unknown_key')
  try {
    const { plaintext } = await compactDecrypt(jwe, key.privateKey, {
      keyManagementAlgorithms: KEY_ALGORITHMS,
      contentEncryptionAlgorithms: CONTENT_ALGORITHMS,
    })
    const value = new TextDecoder('utf-8', { fatal: true }).decode(plaintext)
    plaintext.fill(0)
    return { type: 'opened', value }
  } catch {
    return invalid('undecryptable')
  }
}

/** The body of `/.well-known/jwks.json`. Old encryption keys still open, but nobody should start. */
export function publicJwks(keyRing: KeyRing): { keys: JsonWebKey[] } {
  const { signing, evidence = [], encryption } = keyRing
  const isCurrent = ({ alg }: { alg: string }, index: number) =>
    encryption.findIndex((key) => key.alg === alg) === index
  return {
    keys: [
      ...signing.map(({ kid, alg, publicJwk }) => ({ ...publicJwk, kid, alg, use: 'sig' })),
      ...encryption
        .filter(isCurrent)
        .map(({ kid, alg, publicJwk }) => ({ ...publicJwk, kid, alg, use: 'enc' })),
      ...evidence.map(({ kid, alg, publicJwk }) => ({ ...publicJwk, kid, alg, use: 'sig' })),
    ],
  }
}

const KEY_ALGORITHMS = ['RSA-OAEP-256', 'ECDH-ES+A256KW']
const CONTENT_ALGORITHMS = ['A256GCM']
const MAX_LENGTH = 4_096
const MAX_AGE_MS = 15 * 60_000
const MAX_CLOCK_SKEW_MS = 60_000

function readHeader(jwe: string): ProtectedHeaderParameters | undefined {
  if (jwe.length > MAX_LENGTH || jwe.split('.').length !== 5) return undefined
  try {
    return decodeProtectedHeader(jwe)
  } catch {
    return undefined
  }
}

// Cheap checks first: the header is proven only by the decryption that follows.
function refuse(
  header: ProtectedHeaderParameters,
  merchantId: string,
  nowMs: number,
): InvalidReason | undefined {
  const { alg, enc, zip, iat, mid } = header as Record<string, unknown>
  const isAllowed = KEY_ALGORITHMS.includes(String(alg)) && CONTENT_ALGORITHMS.includes(String(enc))
  if (!isAllowed || zip !== undefined) return 'algorithm_not_allowed'
  if (typeof iat !== 'number' || !Number.isFinite(iat)) return 'malformed'
  if (mid !== merchantId) return 'wrong_merchant'
  if (iat * 1_000 < nowMs - MAX_AGE_MS) return 'expired'
  if (iat * 1_000 > nowMs + MAX_CLOCK_SKEW_MS) return 'from_the_future'
  return undefined
}

function invalid(reason: InvalidReason): OpenedField {
  return { type: 'invalid', reason }
}
