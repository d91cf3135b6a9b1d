import { createPrivateKey, createPublicKey, createSecretKey } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { WalletKeys } from '../wallets/keys.ts'

const MISSING = 'is missing'
const text = z.string({ error: MISSING }).min(1, MISSING)
const createdAt = z.iso.datetime({ error: 'is not a time' })

const secretKey = text.transform((value, context): KeyObject => {
  const bytes = Buffer.from(value, 'base64')
  const problem = weakness(bytes)
  if (problem) context.addIssue(problem)
  return problem ? z.NEVER : createSecretKey(bytes)
})

export const fixedKey = z
  .strictObject({ key: secretKey, createdAt }, { error: MISSING })
  .transform(({ key }) => key)

export const rotatingKey = z.strictObject(
  { id: text, key: secretKey, createdAt },
  { error: MISSING },
)

const keyPair = <Algorithm extends KeyAlgorithm>(algorithms: readonly Algorithm[]) =>
  z
    .strictObject({ kid: text, alg: z.enum(algorithms), privateJwk: z.json(), createdAt })
    .transform(({ kid, alg, privateJwk }, context) => {
      const privateKey = importPrivateKey(privateJwk)
      const problem = privateKey ? mismatch(privateKey, alg) : 'is not a private key'
      if (problem || !privateKey) {
        context.addIssue({ code: 'custom', message: problem ?? '', path: ['privateJwk'] })
        return z.NEVER
      }
      return { kid, alg, privateKey, publicJwk: publicJwk(privateKey) }
    })

export const list = <Key extends z.ZodType>(key: Key) =>
  z.array(key, { error: MISSING }).min(1, 'has no key')

const pemKey = z.strictObject({
  privateKeyPem: text.refine((pem) => isP256(importPrivateKey(pem)), 'is not a P-256 private key'),
})
const walletJwk = z.custom<WalletKeys['c2p'][number]>(
  (jwk) => isRsa(importPrivateKey(jwk)),
  'is not an RSA private key of 2048 bits or more',
)

const transitEngine = z.strictObject({
  address: z.url({ protocol: /^https?$/, error: 'is not an http(s) address' }),
  keyName: text,
  mount: text.optional(),
  tokenFile: text,
})

/** The shape of the key ring's file, and the keys that come out of it ready for use. */
export const KeyRingFile = z
  .strictObject({
    version: z.literal(1, { error: 'is not a known version' }),
    /** wraps the data keys of vaulted cards */
    vault: list(rotatingKey),
    /** encrypts what Temporal stores */
    payload: list(rotatingKey),
    /** fingerprints of card numbers; another key would hide every card already stored */
    fingerprint: fixedKey,
    /** ids that follow from a request; another key would make a repeated request a new one */
    ids: fixedKey,
    /** hashes of bodies under an idempotency key */
    bodies: fixedKey,
    /** links to the hosted page */
    links: fixedKey,
    /** where Vault's transit engine wraps the data keys instead of the ring's own keys */
    transit: transitEngine.optional(),
    /** bearer tokens */
    signing: list(keyPair(['ES256'])),
    /** what is handed out as evidence; an earlier ring has none until it is rotated */
    evidence: list(keyPair(['ES256'])).optional(),
    encryption: list(keyPair(['RSA-OAEP-256', 'ECDH-ES+A256KW'])),
    wallets: z.strictObject(
      { google: list(pemKey), apple: list(pemKey), c2p: list(walletJwk) },
      { error: MISSING },
    ),
  })
  .transform(({ version: _, ...keys }) => keys)

export type Keys = z.infer<typeof KeyRingFile>
export type KeyAlgorithm = 'ES256' | 'RSA-OAEP-256' | 'ECDH-ES+A256KW'

/** One key for two purposes undoes their separation, and one id for two keys their order. */
export function reusedKeys(keys: Keys): string[] {
  const { vault, payload, fingerprint, ids, bodies, links, signing, encryption } = keys
  const { evidence = [] } = keys
  const secrets = [...vault, ...payload].map(({ key }) => key)
  const values = [...secrets, fingerprint, ids, bodies, links].map((key) =>
    key.export().toString('hex'),
  )
  const problems = values.length === new Set(values).size ? [] : ['one key has two purposes']
  const pairs = [...signing, ...evidence].map(({ publicJwk: { x, y } }) => `${x} ${y}`)
  if (pairs.length !== new Set(pairs).size) problems.push('one key pair has two purposes')
  const named = { vault, payload, signing, evidence, encryption }
  for (const [purpose, entries] of Object.entries(named)) {
    const names = entries.map((entry) => ('kid' in entry ? entry.kid : entry.id))
    if (names.length !== new Set(names).size) problems.push(`${purpose}: two keys share an id`)
  }
  return problems
}

function weakness(bytes: Buffer): string | undefined {
  if (bytes.length !== 32) return `has ${String(bytes.length)} bytes, 32 are needed`
  // 32 random bytes have fewer than 16 different values less than once in 10^20 draws.
  if (new Set(bytes).size < 16) return 'is not random'
  return undefined
}

function mismatch(key: KeyObject, alg: KeyAlgorithm): string | undefined {
  if (alg === 'RSA-OAEP-256') return isRsa(key) ? undefined : 'is not RSA of 2048 bits or more'
  return isP256(key) ? undefined : 'is not a P-256 key'
}

function isP256(key: KeyObject | undefined): boolean {
  return key?.asymmetricKeyDetails?.namedCurve === 'prime256v1'
}

function isRsa(key: KeyObject | undefined): boolean {
  return key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
}

function importPrivateKey(given: unknown): KeyObject | undefined {
  try {
    return typeof given === 'string'
      ? createPrivateKey(given)
      : createPrivateKey({ key: given as JsonWebKey, format: 'jwk' })
  } catch {
    return undefined
  }
}

function publicJwk(privateKey: KeyObject): JsonWebKey {
  return createPublicKey(privateKey).export({ format: 'jwk' })
}
