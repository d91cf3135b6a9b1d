import { createPublicKey, X509Certificate } from 'node:crypto'
import { z } from 'zod'

/** Whose signatures we believe: the content of the wallet roots file. */
export const WalletRoots = z.object({
  /** Base64 SPKI of Google's root signing keys for ECv2. */
  google: z.object({ ECv2: z.array(z.string().refine(isP256Spki, 'not a P-256 public key')) }),
  /** PEM certificates; in production, Apple Root CA - G3. */
  apple: z.object({ rootCertificates: z.array(z.string().refine(isCertificate, 'not a PEM')) }),
  /** Public keys of the Click to Pay systems, named by `kid`. */
  c2p: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        kid: z.string().min(1),
      }),
    ),
  }),
})

export type WalletRoots = z.infer<typeof WalletRoots>

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
