import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { generateWalletKeys } from '../../src/wallets/keys.ts'
import { openClickToPay } from '../../src/wallets/open-click-to-pay.ts'
import {
  cardContents,
  clickToPayContext,
  mintCheckout,
  ourHeader,
  ourKeyId,
  tokenContents,
  toRoot,
} from './support/click-to-pay-system.ts'
import type { ClickToPayOptions } from './support/click-to-pay-system.ts'
import { nowMs, p256 } from './support/google-wallet.ts'

const open = async (options: ClickToPayOptions, context = clickToPayContext) =>
  openClickToPay(await mintCheckout(options), context)

const invalid = (reason: string) => ({ type: 'invalid', reason })

const nowSeconds = nowMs / 1000

describe('a good checkout response opens', () => {
  test('as a card', async () => {
    expect(await open({})).toEqual({
      type: 'opened',
      card: {
        number: '4000000000001000',
        expDate: '203007',
        authMethod: 'PAN_ONLY',
        isNetworkToken: false,
        replayId: 'correlation-1',
      },
    })
  })

  test('as a network token with its cryptogram', async () => {
    expect(await open({ contents: tokenContents })).toEqual({
      type: 'opened',
      card: {
        number: '4000000000009995',
        expDate: '203108',
        authMethod: 'CRYPTOGRAM',
        cryptogram: 'AAAAAAABBBBBBBCCCCCCC/+=',
        isNetworkToken: true,
        replayId: 'correlation-1',
      },
    })
  })

  test('as the networks make one: bound by the id of the transaction alone', async () => {
    const unsaid = { dpaId: undefined, amount: undefined, currency: undefined }
    const claims = { ...unsaid, iat: undefined, exp: undefined }
    expect((await open({ claims })).type).toBe('opened')
    const encryptionHeader = { ...ourHeader, enc: 'A128CBC-HS256' }
    expect((await open({ claims, encryptionHeader })).type).toBe('opened')
  })

  test.each(['RS256', 'PS256'] as const)('signed with %s by a key of that kind', async (alg) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { n, e } = publicKey.export({ format: 'jwk' })
    const root = { kty: 'RSA' as const, n: n!, e: e!, kid: 'network', alg }
    const context = { ...clickToPayContext, roots: { keys: [root] } }
    const signed = (by: string) => ({
      signer: privateKey,
      signatureHeader: { alg: by, kid: 'network' },
    })
    expect((await open(signed(alg), context)).type).toBe('opened')
    expect(await open(signed(alg === 'RS256' ? 'PS256' : 'RS256'), context)).toEqual(
      invalid(`checkout response is not signed with ${alg}`),
    )
  })

  test('without a transaction id, and with the amount as text', async () => {
    const claims = { srciTransactionId: undefined, amount: '99.99' }
    expect((await open({ claims })).type).toBe('opened')
  })

  test('under an older key of ours, named or not', async () => {
    const keys = [...generateWalletKeys().c2p, ...clickToPayContext.keys]
    const { kid: _, ...unnamed } = ourHeader
    for (const encryptionHeader of [ourHeader, unnamed]) {
      const outcome = await open({ encryptionHeader }, { ...clickToPayContext, keys })
      expect(outcome.type).toBe('opened')
    }
  })
})

describe('the signature', () => {
  test('by an unknown key is refused', async () => {
    for (const header of [{ alg: 'ES256', kid: 'system-2' }, { alg: 'ES256' }]) {
      expect(await open({ signatureHeader: header })).toEqual(
        invalid('checkout response is signed by an unknown key'),
      )
    }
  })

  test('by another key under a known name is refused', async () => {
    expect(await open({ signer: p256().privateKey })).toEqual(invalid('signature is wrong'))
  })

  test('without roots nothing opens', async () => {
    expect(await open({}, { ...clickToPayContext, roots: { keys: [] } })).toEqual(
      invalid('checkout response is signed by an unknown key'),
    )
  })

  test('is checked by the named key only', async () => {
    const other = toRoot(p256().publicKey, 'system-2')
    const roots = { keys: [...clickToPayContext.roots.keys, other] }
    const signatureHeader = { alg: 'ES256', kid: 'system-2' }
    expect(await open({ signatureHeader }, { ...clickToPayContext, roots })).toEqual(
      invalid('signature is wrong'),
    )
  })

  test('with a shared secret (HS256) is refused', async () => {
    const signatureHeader = { alg: 'HS256', kid: 'system-1' }
    expect(await open({ signatureHeader, signer: Buffer.alloc(32) })).toEqual(
      invalid('checkout response is not signed with ES256'),
    )
  })

  test('of no algorithm at all is refused', async () => {
    const [, payload] = (await mintCheckout()).split('.')
    const header = Buffer.from('{"alg":"none","kid":"system-1"}').toString('base64url')
    expect(await openClickToPay(`${header}.${payload}.`, clickToPayContext)).toEqual(
      invalid('checkout response is not signed with ES256'),
    )
  })

  test('over other claims is refused', async () => {
    const [header, , signature] = (await mintCheckout()).split('.')
    const [, payload] = (await mintCheckout({ claims: { amount: 1 } })).split('.')
    expect(await openClickToPay(`${header}.${payload}.${signature}`, clickToPayContext)).toEqual(
      invalid('signature is wrong'),
    )
  })
})

describe('the time', () => {
  test('after its expiry is refused, from the very second', async () => {
    expect(await open({ claims: { exp: nowSeconds } })).toEqual(
      invalid('checkout response has expired'),
    )
    expect((await open({ claims: { exp: nowSeconds + 1 } })).type).toBe('opened')
  })

  test('before it was issued is refused, but for a minute of clock skew', async () => {
    expect((await open({ claims: { iat: nowSeconds + 60 } })).type).toBe('opened')
    expect(await open({ claims: { iat: nowSeconds + 61 } })).toEqual(
      invalid('checkout response is from the future'),
    )
  })

  test('more than an hour after it was issued is refused whatever its expiry', async () => {
    expect((await open({ claims: { iat: nowSeconds - 3600 } })).type).toBe('opened')
    expect(await open({ claims: { iat: nowSeconds - 3601 } })).toEqual(
      invalid('checkout response is too old'),
    )
  })
})

describe('the purchase', () => {
  test('of another payment is refused', async () => {
    for (const srciTransactionId of ['payment-2', '']) {
      expect(await open({ claims: { srciTransactionId } })).toEqual(
        invalid('checkout response is for another payment'),
      )
    }
  })

  test('at another shop is refused, when the merchant has an id of its own', async () => {
    const claims = { dpaId: 'dpa-2' }
    expect(await open({ claims })).toEqual(invalid('checkout response is for another merchant'))
    const { dpaId: _, ...context } = clickToPayContext
    expect((await open({ claims }, context)).type).toBe('opened')
  })

  test('of another amount is refused', async () => {
    for (const amount of [99.98, 9999, 0, -99.99, 99.991, '99,99', '1e2']) {
      expect(await open({ claims: { amount } })).toEqual(
        invalid('amount is not the amount of the payment'),
      )
    }
  })

  test('in another currency is refused', async () => {
    expect(await open({ claims: { currency: 'EUR' } })).toEqual(
      invalid('currency is not the currency of the payment'),
    )
  })

  test.each([
    ['empty dpaId', { dpaId: '' }],
    ['no srcCorrelationId', { srcCorrelationId: '' }],
  ])('with a wrong claim is refused: %s', async (_name, claims) => {
    expect(await open({ claims })).toEqual(
      invalid('checkout response has a missing or malformed field'),
    )
  })
})

test.each(['dpaId', 'amount', 'currency', 'iat', 'exp'])(
  'what names no payment is refused without its %s',
  async (name) => {
    const claims = { srciTransactionId: undefined, [name]: undefined }
    expect(await open({ claims })).toEqual(invalid('checkout response is bound to no payment'))
  },
)

describe('the encryption', () => {
  test('to another key is refused', async () => {
    const unreadable = invalid('encrypted payload does not decrypt')
    const keys = generateWalletKeys().c2p
    expect(await open({}, { ...clickToPayContext, keys })).toEqual(unreadable)
    const sameName = keys.map((key) => ({ ...key, kid: ourKeyId }))
    expect(await open({}, { ...clickToPayContext, keys: sameName })).toEqual(unreadable)
  })

  test('of the key by anything but RSA-OAEP-256 is refused', async () => {
    for (const alg of ['RSA-OAEP', 'RSA-OAEP-512']) {
      expect(await open({ encryptionHeader: { ...ourHeader, alg } })).toEqual(
        invalid('key encryption is not RSA-OAEP-256'),
      )
    }
  })

  test('of the content by anything but A256GCM and A128CBC-HS256 is refused', async () => {
    for (const enc of ['A128GCM', 'A256CBC-HS512']) {
      expect(await open({ encryptionHeader: { ...ourHeader, enc } })).toEqual(
        invalid('content encryption is neither A256GCM nor A128CBC-HS256'),
      )
    }
  })

  test('of compressed content is refused', async () => {
    expect(await open({ encryptionHeader: { ...ourHeader, zip: 'DEF' } })).toEqual(
      invalid('encrypted payload is compressed'),
    )
  })

  test('that was changed is refused although the change is signed', async () => {
    const encryptedPayload = (jwe: string) => {
      const [header, key, iv, ciphertext, tag] = jwe.split('.')
      const bytes = Buffer.from(ciphertext!, 'base64url')
      bytes[0]! ^= 1
      return [header, key, iv, bytes.toString('base64url'), tag].join('.')
    }
    expect(await open({ encryptedPayload })).toEqual(invalid('encrypted payload does not decrypt'))
  })

  test('that is no JWE is refused', async () => {
    for (const text of ['AAAA', 'e30.e30.e30.e30', '']) {
      expect((await open({ encryptedPayload: () => text })).type).toBe('invalid')
    }
  })
})

describe('the contents', () => {
  const either = invalid('decrypted payload is not either a card or a token')
  const malformed = invalid('decrypted payload has a missing or malformed field')

  test('with both a card and a token, or neither, are refused', async () => {
    expect(await open({ contents: { ...cardContents, ...tokenContents } })).toEqual(either)
    expect(await open({ contents: {} })).toEqual(either)
  })

  test('of a token without a cryptogram are refused', async () => {
    expect(await open({ contents: { token: tokenContents.token } })).toEqual(
      invalid('cryptogram is missing'),
    )
  })

  test('of a token with other dynamic data are refused', async () => {
    const dynamicData = { ...tokenContents.dynamicData, dynamicDataType: 'DTVV' }
    expect(await open({ contents: { ...tokenContents, dynamicData } })).toEqual(malformed)
    expect(await open({ contents: { ...tokenContents, dynamicData: [dynamicData] } })).toEqual(
      invalid('cryptogram is missing'),
    )
  })

  test.each(['CARD_APPLICATION_CRYPTOGRAM_SHORT_FORM', 'CARD_APPLICATION_CRYPTOGRAM_LONG_FORM'])(
    'of a token have their cryptogram as %s too, alone or beside others',
    async (dynamicDataType) => {
      const proof = { ...tokenContents.dynamicData, dynamicDataType }
      const other = {
        dynamicDataType: 'CARDHOLDER_AUTHENTICATION_CRYPTOGRAM',
        dynamicDataValue: 'x',
      }
      for (const dynamicData of [proof, [other, proof]])
        expect(await open({ contents: { ...tokenContents, dynamicData } })).toMatchObject({
          type: 'opened',
          card: { authMethod: 'CRYPTOGRAM', cryptogram: proof.dynamicDataValue },
        })
    },
  )

  test.each([
    ['letters in the number', { primaryAccountNumber: '40000000000010OO' }],
    ['month 13', { panExpirationMonth: '13' }],
    ['year 30', { panExpirationYear: '30' }],
  ])('with a wrong field are refused: %s', async (_name, fields) => {
    expect(await open({ contents: { card: { ...cardContents.card, ...fields } } })).toEqual(
      malformed,
    )
  })

  test('that are not JSON are refused without quoting them', async () => {
    expect(await open({ plaintext: '4000000000001000{' })).toEqual(
      invalid('decrypted payload is not JSON'),
    )
  })
})
