import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { CompactEncrypt } from 'jose'
import { describe, expect, test } from 'vitest'
import { openEncryptedField, publicJwks } from '../../src/vault/encrypted-fields.ts'
import { loadKeyRing, rotate } from '../../src/vault/key-ring.ts'
import type { KeyRing } from '../../src/vault/key-ring.ts'
import { freshKeyRing } from '../support/key-ring.ts'

const now = 1_800_000_000_000
const iat = now / 1_000
const merchantId = 'merchant'
const card = '4000000000001000'

describe('a field encrypted to a published key', () => {
  test.each(['RSA-OAEP-256', 'ECDH-ES+A256KW'])('opens with %s', async (alg) => {
    const { keyRing } = await freshKeyRing()
    const jwe = await encryptTo(keyRing, { alg })
    expect(await open(keyRing, jwe)).toEqual({ type: 'opened', value: card })
  })

  test('opens after that key was rotated out', async () => {
    const { path, keyRing } = await freshKeyRing()
    const jwe = await encryptTo(keyRing)
    await rotate(path, 'encryption')
    expect(await open(loadKeyRing(path), jwe)).toEqual({ type: 'opened', value: card })
  })

  test.each([
    ['15 minutes old', iat - 900, 'opened'],
    ['older', iat - 901, 'expired'],
    ['a minute ahead', iat + 60, 'opened'],
    ['further ahead', iat + 61, 'from_the_future'],
    ['without a time', undefined, 'malformed'],
    ['with a time as text', String(iat), 'malformed'],
  ])('%s is judged by its time', async (_, time, expected) => {
    const { keyRing } = await freshKeyRing()
    const opened = await open(keyRing, await encryptTo(keyRing, { iat: time }))
    expect(opened.type === 'invalid' ? opened.reason : opened.type).toBe(expected)
  })

  test('is refused for another merchant, and without one', async () => {
    const { keyRing } = await freshKeyRing()
    const refused = { type: 'invalid', reason: 'wrong_merchant' }
    expect(await open(keyRing, await encryptTo(keyRing, { mid: 'other' }))).toEqual(refused)
    expect(await open(keyRing, await encryptTo(keyRing, { mid: undefined }))).toEqual(refused)
  })
})

describe('a field encrypted otherwise is refused', () => {
  test('with more or fewer than five parts, or longer than a card could ever need', async () => {
    const { keyRing } = await freshKeyRing()
    const malformed = { type: 'invalid', reason: 'malformed' }
    const jwe = await encryptTo(keyRing)
    expect(await open(keyRing, `${jwe}.more`)).toEqual(malformed)
    expect(await open(keyRing, jwe.split('.').slice(0, 4).join('.'))).toEqual(malformed)
    const longest = jwe.padEnd(4_096, 'A')
    expect(await open(keyRing, longest)).toEqual({ type: 'invalid', reason: 'undecryptable' })
    expect(await open(keyRing, `${longest}A`)).toEqual(malformed)
    expect(await open(keyRing, 'a.b.c.d.e')).toEqual(malformed)
  })

  test('when it is compressed: a few bytes could become very many', async () => {
    const { keyRing } = await freshKeyRing()
    const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM', zip: 'DEF', iat, mid: merchantId }
    const [, ...rest] = (await encryptTo(keyRing)).split('.')
    const jwe = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.')
    expect(await open(keyRing, jwe)).toEqual({ type: 'invalid', reason: 'algorithm_not_allowed' })
  })

  test('when what is inside is no text', async () => {
    const { keyRing } = await freshKeyRing()
    const jwe = await encryptTo(keyRing, {}, undefined, Buffer.of(0x34, 0xff, 0x30))
    expect(await open(keyRing, jwe)).toEqual({ type: 'invalid', reason: 'undecryptable' })
  })

  test('to a key that is not ours, under an id that is', async () => {
    const { keyRing } = await freshKeyRing()
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwe = await encryptTo(keyRing, {}, publicKey)
    expect(await open(keyRing, jwe)).toEqual({ type: 'invalid', reason: 'undecryptable' })
  })

  test('under a key id that is unknown, absent or of another algorithm', async () => {
    const { keyRing } = await freshKeyRing()
    const curveKeyId = keyRing.encryption[1]?.kid
    for (const kid of ['unknown', '../../etc/passwd', undefined, curveKeyId]) {
      const jwe = await encryptTo(keyRing, { kid })
      expect(await open(keyRing, jwe)).toEqual({ type: 'invalid', reason: 'unknown_key' })
    }
  })

  test.each(['RSA-OAEP', 'RSA-OAEP-512'])('with %s', async (alg) => {
    const { keyRing } = await freshKeyRing()
    const jwe = await encryptTo(keyRing, { alg })
    expect(await open(keyRing, jwe)).toEqual({ type: 'invalid', reason: 'algorithm_not_allowed' })
  })

  test.each(['dir', 'RSA1_5', 'none', 'A256KW', 'PBES2-HS256+A128KW', 'ECDH-ES', undefined])(
    'with a header that says %s',
    async (alg) => {
      const { keyRing } = await freshKeyRing()
      const header = { alg, enc: 'A256GCM', kid: keyRing.encryption[0]?.kid, iat, mid: merchantId }
      const [, ...rest] = (await encryptTo(keyRing)).split('.')
      const jwe = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.')
      expect(await open(keyRing, jwe)).toEqual({ type: 'invalid', reason: 'algorithm_not_allowed' })
    },
  )

  test('with a weaker content cipher', async () => {
    const { keyRing } = await freshKeyRing()
    for (const enc of ['A128GCM', 'A128CBC-HS256', 'A256CBC-HS512']) {
      const jwe = await encryptTo(keyRing, { enc })
      expect(await open(keyRing, jwe)).toEqual({ type: 'invalid', reason: 'algorithm_not_allowed' })
    }
  })

  test('when it was cut short or changed anywhere', async () => {
    const { keyRing } = await freshKeyRing()
    const jwe = await encryptTo(keyRing, { alg: 'ECDH-ES+A256KW' })
    await fc.assert(
      fc.asyncProperty(fc.nat(jwe.length - 1), fc.boolean(), async (at, cut) => {
        const changed = jwe[at] === 'A' ? 'B' : 'A'
        const bad = cut ? jwe.slice(0, at) : jwe.slice(0, at) + changed + jwe.slice(at + 1)
        // The last character of a part has bits that base64url ignores.
        fc.pre(cut || !/^(\.|$)/.test(jwe.slice(at + 1)))
        expect((await open(keyRing, bad)).type).toBe('invalid')
      }),
      { numRuns: 300 },
    )
  })

  test('whatever text it is, without an exception', async () => {
    const { keyRing } = await freshKeyRing()
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.array(fc.base64String()), async (text, parts) => {
        expect((await open(keyRing, text)).type).toBe('invalid')
        expect((await open(keyRing, parts.join('.'))).type).toBe('invalid')
      }),
    )
    expect((await open(keyRing, `${'a'.repeat(5_000)}....`)).type).toBe('invalid')
  })
})

describe('the published keys', () => {
  test('tell their use and carry nothing private', async () => {
    const { keyRing } = await freshKeyRing()
    const { keys } = publicJwks(keyRing)
    expect(keys.map(({ use, alg }) => [use, alg])).toEqual([
      ['sig', 'ES256'],
      ['enc', 'RSA-OAEP-256'],
      ['enc', 'ECDH-ES+A256KW'],
      ['sig', 'ES256'],
    ])
    for (const key of keys) {
      expect(key).toHaveProperty('kid')
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(key).not.toHaveProperty(secret)
    }
  })

  test('include old signing keys, for tokens still alive, but only current encryption keys', async () => {
    const { path } = await freshKeyRing()
    await rotate(path, 'signing')
    await rotate(path, 'encryption')
    const keyRing = loadKeyRing(path)
    const kids = publicJwks(keyRing).keys.map(({ kid }) => kid)
    const { signing, encryption, evidence = [] } = keyRing
    const expected = [...signing, ...encryption.slice(0, 2), ...evidence].map(({ kid }) => kid)
    expect(kids).toEqual(expected)
  })
})

function open(keyRing: KeyRing, jwe: string) {
  return openEncryptedField(jwe, { keyRing, merchantId, now: () => now })
}

function encryptTo(
  keyRing: KeyRing,
  header: Record<string, unknown> = {},
  to?: KeyObject,
  content = Buffer.from(card),
) {
  const alg = (header.alg as string | undefined) ?? 'RSA-OAEP-256'
  const isCurve = alg.startsWith('ECDH')
  const key = publicJwks(keyRing).keys[isCurve ? 2 : 1] as JsonWebKey
  const defaults = { alg, enc: 'A256GCM', kid: key.kid as string, iat, mid: merchantId }
  const publicKey = to ?? createPublicKey({ key, format: 'jwk' })
  return new CompactEncrypt(content)
    .setProtectedHeader({ ...defaults, ...header, alg })
    .encrypt(publicKey)
}
