import { createPublicKey } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import { CompactEncrypt, CompactSign } from 'jose'
import { generateWalletKeys, publicWalletKeys } from '../../../src/wallets/keys.ts'
import type { ClickToPayContext } from '../../../src/wallets/open-click-to-pay.ts'
import { nowMs, p256 } from './google-wallet.ts'

const system = p256()
const keys = generateWalletKeys()
const jwk = publicWalletKeys(keys).c2p

export const clickToPayContext: ClickToPayContext = {
  roots: { keys: [toRoot(system.publicKey, 'system-1')] },
  keys: keys.c2p,
  paymentId: 'payment-1',
  dpaId: 'dpa-1',
  amountMinor: 9999,
  currency: 'PLN',
  nowMs,
}

export const ourPublicKey = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
export const ourKeyId = jwk.kid!

export function toRoot(publicKey: KeyObject, kid: string) {
  const { x, y } = publicKey.export({ format: 'jwk' })
  return { kty: 'EC' as const, crv: 'P-256' as const, x: x!, y: y!, kid }
}

export const cardContents = {
  card: {
    primaryAccountNumber: '4000000000001000',
    panExpirationMonth: '07',
    panExpirationYear: '2030',
  },
}

export const tokenContents = {
  token: {
    paymentToken: '4000000000009995',
    tokenExpirationMonth: '08',
    tokenExpirationYear: '2031',
  },
  dynamicData: { dynamicDataType: 'TAVV', dynamicDataValue: 'AAAAAAABBBBBBBCCCCCCC/+=' },
}

const nowSeconds = nowMs / 1000

export const checkoutClaims = {
  srcCorrelationId: 'correlation-1',
  srciTransactionId: 'payment-1' as string | undefined,
  dpaId: 'dpa-1' as string | undefined,
  amount: 99.99 as number | string | undefined,
  currency: 'PLN' as string | undefined,
  iat: nowSeconds as number | undefined,
  exp: (nowSeconds + 600) as number | undefined,
}

export type ClickToPayOptions = {
  claims?: Partial<typeof checkoutClaims>
  contents?: object
  plaintext?: string
  signer?: KeyObject | Uint8Array
  signatureHeader?: { alg: string; kid?: string }
  recipient?: KeyObject
  encryptionHeader?: { alg: string; enc: string; kid?: string; zip?: string }
  encryptedPayload?: (jwe: string) => string
}

/** A `checkoutResponseJWS`, with any one thing made wrong. */
export async function mintCheckout(options: ClickToPayOptions = {}): Promise<string> {
  const plaintext = options.plaintext ?? JSON.stringify(options.contents ?? cardContents)
  const jwe = await new CompactEncrypt(Buffer.from(plaintext))
    .setProtectedHeader(options.encryptionHeader ?? ourHeader)
    .encrypt(options.recipient ?? ourPublicKey)
  const encryptedPayload = options.encryptedPayload ? options.encryptedPayload(jwe) : jwe
  const claims = { ...checkoutClaims, ...options.claims, encryptedPayload }
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader(options.signatureHeader ?? { alg: 'ES256', kid: 'system-1' })
    .sign(options.signer ?? system.privateKey)
}

export const ourHeader = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: ourKeyId }
