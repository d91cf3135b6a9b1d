import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { KeyRingFile, reusedKeys } from '../../src/vault/key-ring-file.ts'
import type { StoredKeys } from '../../src/vault/new-keys.ts'
import { newKeys, withFreshKey } from '../../src/vault/new-keys.ts'
import { sharedKeys } from '../support/key-ring.ts'

const keys = sharedKeys()

/** What is said about a key ring after a change to a good one. */
function problemsAfter(spoil: (stored: StoredKeys) => unknown): string[] {
  const stored = sharedKeys()
  spoil(stored)
  const parsed = KeyRingFile.safeParse(stored)
  if (parsed.success) return reusedKeys(parsed.data)
  return parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')} ${message}`)
}

const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'jwk' })
const curve = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'jwk' })
const pem = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'pem', type: 'pkcs8' })

describe('a key ring', () => {
  test('as it is made is good, and its keys are ready for use', () => {
    expect(problemsAfter(() => undefined)).toEqual([])
    const ring = KeyRingFile.parse(sharedKeys())
    expect(ring).not.toHaveProperty('version')
    expect(ring.vault[0]).toMatchObject({ id: keys.vault[0]!.id })
    expect(ring.vault[0]?.key.export().toString('base64')).toBe(keys.vault[0]!.key)
    expect(ring.fingerprint.type).toBe('secret')
    expect(ring.signing[0]).toMatchObject({ kid: keys.signing[0]!.kid, alg: 'ES256' })
    expect(ring.signing[0]?.privateKey.type).toBe('private')
    expect(ring.signing[0]?.publicJwk).toMatchObject({ kty: 'EC', crv: 'P-256' })
    expect(ring.signing[0]?.publicJwk).not.toHaveProperty('d')
    expect(ring.encryption.map(({ alg }) => alg)).toEqual(['RSA-OAEP-256', 'ECDH-ES+A256KW'])
  })

  test.for<[string, (stored: StoredKeys) => unknown]>([
    ['version is not a known version', (stored) => (stored.version = 2)],
    ['vault is missing', (stored) => delete (stored as Partial<StoredKeys>).vault],
    ['payload has no key', (stored) => (stored.payload = [])],
    ['vault.0 is missing', (stored) => (stored.vault[0] = null as never)],
    ['vault.0.id is missing', (stored) => (stored.vault[0]!.id = '')],
    ['vault.0.id is missing', (stored) => (stored.vault[0]!.id = undefined as never)],
    ['vault.0.key is missing', (stored) => (stored.vault[0]!.key = '')],
    ['vault.0.createdAt is not a time', (stored) => (stored.vault[0]!.createdAt = 'today')],
    ['ids.createdAt is not a time', (stored) => (stored.ids.createdAt = '2030-01-01')],
    ['links is missing', (stored) => (stored.links = undefined as never)],
    ['bodies is missing', (stored) => (stored.bodies = null as never)],
    ['signing.0.kid is missing', (stored) => (stored.signing[0]!.kid = '')],
    ['wallets is missing', (stored) => (stored.wallets = undefined as never)],
    ['wallets.google has no key', (stored) => (stored.wallets.google = [])],
    ['wallets.apple is missing', (stored) => (stored.wallets.apple = undefined as never)],
    ['wallets.c2p has no key', (stored) => (stored.wallets.c2p = [])],
    [
      'wallets.apple.0.privateKeyPem is missing',
      (stored) => (stored.wallets.apple[0]!.privateKeyPem = ''),
    ],
  ])('is refused when %s', ([problem, spoil]) => {
    expect(problemsAfter(spoil)).toContain(problem)
  })

  test('is refused with members that nobody knows', () => {
    for (const spoil of [
      (stored: StoredKeys) => Object.assign(stored, { more: 1 }),
      (stored: StoredKeys) => Object.assign(stored.ids, { more: 1 }),
      (stored: StoredKeys) => Object.assign(stored.vault[0]!, { more: 1 }),
      (stored: StoredKeys) => Object.assign(stored.signing[0]!, { more: 1 }),
      (stored: StoredKeys) => Object.assign(stored.wallets, { more: [] }),
      (stored: StoredKeys) => Object.assign(stored.wallets.google[0]!, { more: 1 }),
    ])
      expect(problemsAfter(spoil)).toHaveLength(1)
  })
})

describe('a weak key is refused', () => {
  const secret = (bytes: Buffer) =>
    problemsAfter((stored) => (stored.ids.key = bytes.toString('base64')))

  test('of the wrong length', () => {
    expect(secret(randomBytes(31))).toEqual(['ids.key has 31 bytes, 32 are needed'])
    expect(secret(randomBytes(33))).toEqual(['ids.key has 33 bytes, 32 are needed'])
  })

  test('that was typed and not drawn', () => {
    const values = (count: number) => Buffer.from(Array.from({ length: 32 }, (_, at) => at % count))
    expect(secret(values(15))).toEqual(['ids.key is not random'])
    expect(secret(values(16))).toEqual([])
  })

  test.for<[string, (stored: StoredKeys) => unknown]>([
    [
      'encryption.0.privateJwk is not RSA of 2048 bits or more',
      (stored) => (stored.encryption[0]!.privateJwk = rsa(1024)),
    ],
    [
      'encryption.1.privateJwk is not a P-256 key',
      (stored) => (stored.encryption[1]!.privateJwk = curve('P-384')),
    ],
    [
      'signing.0.privateJwk is not a P-256 key',
      (stored) => (stored.signing[0]!.privateJwk = curve('P-384')),
    ],
    [
      'signing.0.privateJwk is not a private key',
      (stored) => delete stored.signing[0]!.privateJwk.d,
    ],
    [
      'wallets.apple.0.privateKeyPem is not a P-256 private key',
      (stored) => (stored.wallets.apple[0]!.privateKeyPem = pem('P-384').toString()),
    ],
    [
      'wallets.c2p.0 is not an RSA private key of 2048 bits or more',
      (stored) => (stored.wallets.c2p[0] = rsa(1024) as never),
    ],
    [
      'wallets.c2p.0 is not an RSA private key of 2048 bits or more',
      (stored) => (stored.wallets.c2p[0] = curve('P-256') as never),
    ],
  ])('%s', ([problem, spoil]) => {
    expect(problemsAfter(spoil)).toEqual([problem])
  })

  test('of an algorithm for another purpose', () => {
    for (const alg of ['RSA-OAEP-256', 'none', undefined])
      expect(problemsAfter((stored) => (stored.signing[0]!.alg = alg as never))).toHaveLength(1)
    expect(problemsAfter((stored) => (stored.encryption[1]!.alg = 'ES256'))).toHaveLength(1)
  })
})

describe('keys are kept apart', () => {
  test.for<[string, (stored: StoredKeys) => unknown]>([
    ['vault and payload', (stored) => (stored.vault[0]!.key = stored.payload[0]!.key)],
    ['payload and fingerprint', (stored) => (stored.payload[0]!.key = stored.fingerprint.key)],
    ['fingerprint and ids', (stored) => (stored.fingerprint.key = stored.ids.key)],
    ['ids and bodies', (stored) => (stored.ids.key = stored.bodies.key)],
    ['bodies and links', (stored) => (stored.bodies.key = stored.links.key)],
  ])('%s may not share one', ([, spoil]) => {
    expect(problemsAfter(spoil)).toEqual(['one key has two purposes'])
  })

  test.for(['vault', 'payload', 'signing', 'encryption'] as const)(
    'two of %s may not share an id',
    (purpose) => {
      const problems = problemsAfter((stored) => {
        Object.assign(stored, withFreshKey(stored, purpose))
        const [first] = stored[purpose]
        const name = 'kid' in first! ? { kid: first.kid } : { id: first!.id }
        Object.assign(stored[purpose].at(-1)!, name)
      })
      expect(problems).toEqual([`${purpose}: two keys share an id`])
    },
  )
})

describe('fresh keys', () => {
  test('are drawn, each with an id of its own and a time', () => {
    const keys = newKeys()
    const secrets = [
      keys.vault[0]!,
      keys.payload[0]!,
      keys.fingerprint,
      keys.ids,
      keys.bodies,
      keys.links,
    ]
    expect(new Set(secrets.map(({ key }) => key)).size).toBe(6)
    for (const { key, createdAt } of secrets) {
      expect(Buffer.from(key, 'base64')).toHaveLength(32)
      expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(600_000)
    }
    const names = [
      ...[...keys.vault, ...keys.payload].map(({ id }) => id),
      ...[...keys.signing, ...keys.encryption].map(({ kid }) => kid),
    ]
    expect(new Set(names).size).toBe(5)
    for (const name of names) expect(name).toMatch(/^[a-z]{12}$/)
  })

  test.for(['vault', 'payload', 'signing', 'encryption'] as const)(
    'of %s come before the old ones, and touch no other purpose',
    (purpose) => {
      const fresh = withFreshKey(keys, purpose)
      const count = keys[purpose].length
      expect(fresh[purpose]).toHaveLength(2 * count)
      expect(fresh[purpose].slice(count)).toEqual(keys[purpose])
      expect({ ...fresh, [purpose]: keys[purpose] }).toEqual(keys)
    },
  )

  test('of the wallets come before the old ones of each wallet', () => {
    const fresh = withFreshKey(keys, 'wallets').wallets
    for (const wallet of ['google', 'apple', 'c2p'] as const) {
      expect(fresh[wallet]).toHaveLength(2)
      expect(fresh[wallet][1]).toEqual(keys.wallets[wallet][0])
      expect(fresh[wallet][0]).not.toEqual(keys.wallets[wallet][0])
    }
  })
})
