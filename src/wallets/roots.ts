import { createPublicKey, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { present } from '../domain/present.ts'
import { MillisText } from './fields.ts'

/** Base64 of the SPKI of a root signing key. */
const GoogleKeyValue = z.string().refine(isP256Spki, 'not a P-256 public key')

/** A root key of Google's, with the end of its life where Google names one. */
export interface GoogleRoot {
  keyValue: string
  keyExpirationMs?: number
}

const isOfEcV2 = z.object({ protocolVersion: z.literal('ECv2') })

/** Google's own document: keys of every protocol, of which ours is one. */
const GoogleDocument = z.object({
  keys: z
    .array(z.unknown())
    .transform((keys) => keys.filter((key) => isOfEcV2.safeParse(key).success))
    .pipe(
      z
        .array(z.object({ keyValue: GoogleKeyValue, keyExpiration: MillisText.optional() }))
        .min(1, 'no key of ECv2'),
    ),
})

/** The keys alone, as base64: they are believed until they are taken out. */
const GoogleKeys = z.object({ ECv2: z.array(GoogleKeyValue) })

/** Google's root signing keys for ECv2, in either form. */
export const GoogleRoots = z.union([
  GoogleDocument.transform(({ keys }) => ({
    ECv2: keys.map(({ keyValue, keyExpiration }): GoogleRoot => ({
      keyValue,
      ...present({ keyExpirationMs: keyExpiration }),
    })),
  })),
  GoogleKeys.transform(({ ECv2 }) => ({
    ECv2: ECv2.map((keyValue): GoogleRoot => ({ keyValue })),
  })),
])

/** Whose signatures we believe: the content of the wallet roots file. What is missing is refused. */
export const WalletRoots = z.object({
  google: GoogleRoots.optional(),
  /** PEM certificates; in production, Apple Root CA - G3. */
  apple: z
    .object({ rootCertificates: z.array(z.string().refine(isCertificate, 'not a PEM')) })
    .optional(),
  /** Public keys of the Click to Pay systems, named by `kid`. */
  c2p: z
    .object({
      keys: z.array(
        z.discriminatedUnion('kty', [
          z.object({
            kty: z.literal('EC'),
            crv: z.literal('P-256'),
            x: z.string(),
            y: z.string(),
            kid: z.string().min(1),
          }),
          z.object({
            kty: z.literal('RSA'),
            // 2048 bits at least.
            n: z.string().min(342),
            e: z.string(),
            kid: z.string().min(1),
            alg: z.enum(['RS256', 'PS256']),
          }),
        ]),
      ),
    })
    .optional(),
})

export type WalletRoots = z.output<typeof WalletRoots>

/** The roots of one wallet. */
export type RootsOf<Wallet extends keyof WalletRoots> = NonNullable<WalletRoots[Wallet]>

function isP256Spki(base64: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca
  } catch {
    return false
  }
}
