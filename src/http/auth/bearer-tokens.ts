import { createPublicKey, randomUUID } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import type { JWTHeaderParameters, JWTPayload } from 'jose'
import { z } from 'zod'
import { channels } from '../../domain/actor/channel.ts'
import { currentKey, findKey } from '../../vault/key-ring.ts'
import type { KeyRing } from '../../vault/key-ring.ts'
import { createVerifiedTokens } from './verified-tokens.ts'

/** Issues and verifies the bearer tokens of this environment. */
export interface BearerTokens {
  issueMerchant(claims: MerchantClaims): Promise<{ token: string; expiresInSeconds: number }>
  /** Lives until the subject's deadline and 30 minutes more, for reading how it ended. */
  issueClient(claims: ClientClaims, validUntil: number): Promise<string>
  /** Undefined for whatever is not a valid token of ours, without saying why. */
  verify(token: string): Promise<VerifiedToken | undefined>
}

export type VerifiedToken = z.infer<typeof VerifiedToken>
export type MerchantClaims = Omit<z.infer<typeof MerchantToken>, 'type'>
export type ClientClaims = Omit<z.infer<typeof ClientToken>, 'type'>

export const CLIENT_AFTERLIFE_MS = 30 * 60_000

const LIFETIME_SECONDS = { PAYMENT: 600, TOKENIZER: 600, UNIVERSAL: 86_400 } as const
const MERCHANT_TYPE = 'merchant+jwt'
/** Decides what a token is; the claim `type` is for programs that read no header. */
const CLIENT_TYPE = 'client+jwt'
const ALGORITHM = 'ES256'
const MAX_LENGTH = 4_096

const MerchantToken = z.object({
  type: z.literal('merchant'),
  merchantId: z.string(),
  agentId: z.exactOptional(z.string()),
  channel: z.exactOptional(z.enum(channels)),
  resource: z.enum(['PAYMENT', 'TOKENIZER', 'UNIVERSAL']),
  credentialsVersion: z.int(),
  agentCredentialsVersion: z.exactOptional(z.int()),
})

const ClientToken = z.object({
  type: z.literal('client'),
  merchantId: z.string(),
  agentId: z.exactOptional(z.string()),
  resource: z.enum(['PAYMENT', 'TOKENIZER']),
  paymentId: z.exactOptional(z.string()),
  tokenizerId: z.exactOptional(z.string()),
  /** Of the link it came with; a restore makes another one. */
  linkId: z.exactOptional(z.string()),
  credentialsVersion: z.int(),
})

const VerifiedToken = z.discriminatedUnion('type', [MerchantToken, ClientToken])

interface Options {
  keyRing: KeyRing
  issuer: string
  /** A token of one environment is worth nothing in another. */
  audience: string
  now?: () => number
}

export function createBearerTokens({
  keyRing,
  issuer,
  audience,
  now = Date.now,
}: Options): BearerTokens {
  const verified = createVerifiedTokens<VerifiedToken>(now)
  const sign = (claims: JWTPayload, type: string, subject: string, expiresAt: number) => {
    const { kid, privateKey } = currentKey(keyRing.signing)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: type, kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt(inSeconds(now()))
      .setExpirationTime(expiresAt)
      .setJti(randomUUID())
      .sign(privateKey)
  }

  // Only `kid` is read of the header, and only to choose among our own keys.
  const signingKey = (kid: string | undefined) =>
    findKey(keyRing, ({ signing }) => signing.find((one) => one.kid === kid))
  const findSigningKey = ({ kid }: JWTHeaderParameters) => {
    const key = signingKey(kid)
    if (!key) throw new Error('unknown signing key')
    return publicKeyOf(key.privateKey)
  }

  return {
    issueMerchant: async (claims) => {
      const expiresInSeconds = LIFETIME_SECONDS[claims.resource]
      const expiresAt = inSeconds(now()) + expiresInSeconds
      const token = await sign({ ...claims }, MERCHANT_TYPE, claims.merchantId, expiresAt)
      return { token, expiresInSeconds }
    },

    issueClient: (claims, validUntil) => {
      const subject = claims.paymentId ?? claims.tokenizerId ?? claims.merchantId
      const expiresAt = inSeconds(validUntil + CLIENT_AFTERLIFE_MS)
      return sign({ ...claims, type: 'CLIENT' }, CLIENT_TYPE, subject, expiresAt)
    },

    verify: async (token) => {
      const known = verified.find(token)
      if (known && signingKey(known.kid)) return known.token
      const type = typeOf(token)
      if (type === undefined) return undefined
      try {
        const { payload, protectedHeader } = await jwtVerify(token, findSigningKey, {
          algorithms: [ALGORITHM],
          typ: type,
          issuer,
          audience,
          requiredClaims: ['sub', 'iat', 'exp', 'jti'],
          currentDate: new Date(now()),
        })
        const found = VerifiedToken.parse({
          ...payload,
          type: type === MERCHANT_TYPE ? 'merchant' : 'client',
        })
        const { kid = '' } = protectedHeader
        verified.keep(token, { token: found, kid, expiresAt: (payload.exp ?? 0) * 1_000 })
        return found
      } catch {
        return undefined
      }
    },
  }
}

function typeOf(token: string): string | undefined {
  if (token.length > MAX_LENGTH || !token.split('.').every(isBase64url)) return undefined
  try {
    const { typ } = decodeProtectedHeader(token)
    return typ === MERCHANT_TYPE || typ === CLIENT_TYPE ? typ : undefined
  } catch {
    return undefined
  }
}

/** A token has one spelling: no padding, no other alphabet, no loose bits at the end. */
const isBase64url = (part: string): boolean =>
  Buffer.from(part, 'base64url').toString('base64url') === part

const publicKeys = new WeakMap<KeyObject, KeyObject>()

/** Made once per key: it is needed for every request. */
function publicKeyOf(privateKey: KeyObject): KeyObject {
  const known = publicKeys.get(privateKey) ?? createPublicKey(privateKey)
  publicKeys.set(privateKey, known)
  return known
}

const inSeconds = (epochMs: number): number => Math.floor(epochMs / 1_000)
