import { createPublicKey, sign, verify } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import { currentKey } from './key-ring.ts'
import type { KeyRing } from './key-ring.ts'

/** Who says that a text is ours, in a form that anybody with our public keys can check. */
export interface Seal {
  kid: string
  /** ES256, as in a JWS. */
  signature: string
}

export type PublicKeys = readonly (JsonWebKey & { kid?: string })[]

// Nothing else that these keys may ever sign begins so.
const CONTEXT = 'tollgate evidence 1\n'
const encoding = { dsaEncoding: 'ieee-p1363' } as const

/** Undefined without a key for evidence: an earlier key ring has none. */
export function seal({ evidence }: Pick<KeyRing, 'evidence'>, text: string): Seal | undefined {
  if (!evidence) return undefined
  const { kid, privateKey } = currentKey(evidence)
  const signature = sign('sha256', signed(text), { key: privateKey, ...encoding })
  return { kid, signature: signature.toString('base64url') }
}

export type SealProblem = 'unknown key' | 'changed'

/** Undefined when the text is what was sealed. */
export function sealProblem(
  keys: PublicKeys,
  text: string,
  { kid, signature }: Seal,
): SealProblem | undefined {
  const jwk = keys.find((one) => one.kid === kid)
  if (!jwk) return 'unknown key'
  const key = publicKey(jwk)
  const bytes = Buffer.from(signature, 'base64url')
  // Another spelling of the same bytes is a changed file too.
  if (!key || bytes.toString('base64url') !== signature) return 'changed'
  return verify('sha256', signed(text), { key, ...encoding }, bytes) ? undefined : 'changed'
}

/** The public halves of a key ring's keys for evidence. */
export const evidenceKeys = ({ evidence = [] }: Pick<KeyRing, 'evidence'>): PublicKeys =>
  evidence.map(({ kid, publicJwk }) => ({ ...publicJwk, kid }))

const signed = (text: string): Buffer => Buffer.from(CONTEXT + text)

function publicKey(jwk: JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined
  }
}
