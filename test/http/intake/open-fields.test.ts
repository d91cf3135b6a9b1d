import { createPublicKey } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { CompactEncrypt } from 'jose'
import { describe, expect, test } from 'vitest'
import { openFields } from '../../../src/http/intake/open-fields.ts'
import { Refused } from '../../../src/http/refused.ts'
import { publicJwks } from '../../../src/vault/encrypted-fields.ts'
import type { KeyRing } from '../../../src/vault/key-ring.ts'
import { freshKeyRing } from '../../support/key-ring.ts'

const merchantId = 'merchant'
const card = '4000000000001000'

describe('encrypted fields', () => {
  test('take the place of plain ones, and nothing encrypted is left', async () => {
    const { keyRing } = await freshKeyRing()
    const attributes = {
      type: 'CARD',
      encInstrumentNo: await seal(keyRing, card),
      encExpDate: await seal(keyRing, '203012'),
      encCvv: await seal(keyRing, '123'),
    } as const
    expect(await openFields({ keyRing }, merchantId, attributes)).toStrictEqual({
      type: 'CARD',
      instrumentNo: card,
      expDate: '203012',
      cvv: '123',
    })
  })

  test('the number of a stored card is one of ours, and need not be that of a card', async () => {
    const { keyRing } = await freshKeyRing()
    const attributes = { type: 'COF', encInstrumentNo: await seal(keyRing, 'stored-1') } as const
    const opened = { type: 'COF', instrumentNo: 'stored-1' }
    expect(await openFields({ keyRing }, merchantId, attributes)).toStrictEqual(opened)
    const { type: _, ...later } = attributes
    expect(await openFields({ keyRing }, merchantId, later, 'COF')).toEqual({
      instrumentNo: 'stored-1',
    })
  })

  test('that are absent change nothing', async () => {
    const { keyRing } = await freshKeyRing()
    const attributes = { type: 'CARD', instrumentNo: card, cvv: '123' } as const
    expect(await openFields({ keyRing }, merchantId, attributes)).toStrictEqual(attributes)
    const some = { type: 'CARD', encCvv: await seal(keyRing, '123') } as const
    expect(await openFields({ keyRing }, merchantId, some)).toStrictEqual({
      type: 'CARD',
      cvv: '123',
    })
  })

  test.for([
    ['encInstrumentNo', '4000000000001001'],
    ['encInstrumentNo', ''],
    ['encExpDate', '203013'],
    ['encExpDate', '200001'],
    ['encCvv', '12'],
    ['encCvv', '12345'],
  ] as const)('are checked like plain ones: %s %s', async ([field, value]) => {
    const { keyRing } = await freshKeyRing()
    const problem = await problemOf(keyRing, field, await seal(keyRing, value))
    expect(problem).toMatchObject({ field: `instrument.${field}` })
    expect(problem.message).toMatch(/^must /)
  })
})

describe('a field that does not open', () => {
  test.for<[string, (keyRing: KeyRing) => Promise<string>]>([
    ['must be a compact JWE with iat and mid in its protected header', async () => 'a.b.c.d.e'],
    [
      'must use RSA-OAEP-256 or ECDH-ES+A256KW with A256GCM',
      (keyRing) => seal(keyRing, card, { enc: 'A128GCM' }),
    ],
    ['must be encrypted to a published key', (keyRing) => seal(keyRing, card, { kid: 'other' })],
    ['must name this merchant as mid', (keyRing) => seal(keyRing, card, { mid: 'other' })],
    [
      'must not be older than 15 minutes',
      (keyRing) => seal(keyRing, card, { iat: Date.now() / 1_000 - 1_000 }),
    ],
    [
      'must not be from the future',
      (keyRing) => seal(keyRing, card, { iat: Date.now() / 1_000 + 1_000 }),
    ],
    [
      'cannot be decrypted',
      async (keyRing) => {
        const parts = (await seal(keyRing, card)).split('.')
        return parts.with(3, `AAAA${parts[3]}`).join('.')
      },
    ],
  ])('says why: %s', async ([message, make]) => {
    const { keyRing } = await freshKeyRing()
    expect(await problemOf(keyRing, 'encInstrumentNo', await make(keyRing))).toEqual({
      field: 'instrument.encInstrumentNo',
      message,
    })
  })
})

async function problemOf(keyRing: KeyRing, field: string, jwe: string) {
  const error: unknown = await openFields({ keyRing }, merchantId, { [field]: jwe }).catch(
    (caught: unknown) => caught,
  )
  if (!(error instanceof Refused)) throw new Error('it was opened')
  return error.options.errors![0]!
}

function seal(keyRing: KeyRing, value: string, header: Record<string, unknown> = {}) {
  const key = publicJwks(keyRing).keys[2] as JsonWebKey
  const iat = Math.floor(Date.now() / 1_000)
  const defaults = { enc: 'A256GCM', kid: key.kid as string, iat, mid: merchantId }
  return new CompactEncrypt(Buffer.from(value))
    .setProtectedHeader({ ...defaults, ...header, alg: 'ECDH-ES+A256KW' })
    .encrypt(createPublicKey({ key, format: 'jwk' }))
}
