import { describe, expect, test } from 'vitest'
import { generateWalletKeys } from '../../src/wallets/keys.ts'
import { openGooglePay } from '../../src/wallets/open-google-pay.ts'
import {
  cardDetails,
  googleContext,
  mintGoogleToken,
  nowMs,
  p256,
  spkiBase64,
} from './support/google-wallet.ts'
import type { GoogleOptions } from './support/google-wallet.ts'

const open = (options: GoogleOptions, context = googleContext) =>
  openGooglePay(mintGoogleToken(options), context)

const invalid = (reason: string) => ({ type: 'invalid', reason })

describe('a good token opens', () => {
  test('with a cryptogram it is a network token', async () => {
    expect(await open({})).toEqual({
      type: 'opened',
      card: {
        number: '4000000000001000',
        expDate: '203007',
        authMethod: 'CRYPTOGRAM',
        cryptogram: cardDetails.cryptogram,
        eci: '05',
        isNetworkToken: true,
        replayId: 'message-1',
      },
    })
  })

  test('PAN_ONLY is a plain card, and a stray cryptogram is not passed on', async () => {
    const paymentMethodDetails = { ...cardDetails, authMethod: 'PAN_ONLY' }
    expect(await open({ message: { paymentMethodDetails } })).toEqual({
      type: 'opened',
      card: {
        number: '4000000000001000',
        expDate: '203007',
        authMethod: 'PAN_ONLY',
        isNetworkToken: false,
        replayId: 'message-1',
      },
    })
  })

  test('when the ECI is absent', async () => {
    const { eciIndicator: _, ...paymentMethodDetails } = cardDetails
    const outcome = await open({ message: { paymentMethodDetails } })
    expect(outcome).toMatchObject({ type: 'opened' })
    expect(JSON.stringify(outcome)).not.toContain('eci')
  })

  test('when any of several roots signed the intermediate key', async () => {
    const roots = {
      ECv2: [{ keyValue: spkiBase64(p256().publicKey) }, ...googleContext.roots.ECv2],
    }
    expect((await open({}, { ...googleContext, roots })).type).toBe('opened')
  })

  test('when only one of several signatures of the intermediate key is by our root', async () => {
    const strangeSignatures = ['MEQCIDxBoUCoFRGReLdZ/cABlSSRIKoOEFoU3e27c14vMZtfAiBtX3pG']
    expect((await open({ strangeSignatures })).type).toBe('opened')
  })

  test('under an older key of ours during a rotation', async () => {
    const rotated = [...generateWalletKeys().google, ...googleContext.keys]
    expect((await open({}, { ...googleContext, keys: rotated })).type).toBe('opened')
  })
})

describe('the version', () => {
  test('ECv1 is refused', async () => {
    expect(await open({ protocolVersion: 'ECv1' })).toEqual(invalid('protocol version is not ECv2'))
    const { protocolVersion, signature, signedMessage } = JSON.parse(
      Buffer.from(mintGoogleToken({ protocolVersion: 'ECv1' }), 'base64').toString(),
    )
    const json = JSON.stringify({ protocolVersion, signature, signedMessage })
    expect(await openGooglePay(Buffer.from(json).toString('base64'), googleContext)).toEqual(
      invalid('protocol version is not ECv2'),
    )
  })

  test('ECv2SigningOnly is refused', async () => {
    expect(await open({ protocolVersion: 'ECv2SigningOnly' })).toEqual(
      invalid('protocol version is not ECv2'),
    )
  })
})

describe('what it says', () => {
  test('an expired message is refused, from the very millisecond', async () => {
    const expired = invalid('message has expired')
    expect(await open({ message: { messageExpiration: String(nowMs) } })).toEqual(expired)
    const fresh = { messageExpiration: String(nowMs + 1) }
    expect((await open({ message: fresh })).type).toBe('opened')
  })

  test('a message for another merchant is refused', async () => {
    for (const gatewayMerchantId of ['MID-2', '', 'mid-1']) {
      expect(await open({ message: { gatewayMerchantId } })).toEqual(
        invalid('message is for another merchant'),
      )
    }
  })

  test('a payment method other than CARD is refused', async () => {
    expect(await open({ message: { paymentMethod: 'TOKENIZED_CARD' } })).toEqual(
      invalid('payment method is not CARD'),
    )
  })

  test('CRYPTOGRAM_3DS without a cryptogram is refused', async () => {
    const { cryptogram: _, ...paymentMethodDetails } = cardDetails
    expect(await open({ message: { paymentMethodDetails } })).toEqual(
      invalid('cryptogram is missing'),
    )
  })

  test.each([
    ['gatewayMerchantId', { gatewayMerchantId: undefined }],
    ['messageId', { messageId: undefined }],
    ['empty messageId', { messageId: '' }],
    ['messageExpiration', { messageExpiration: undefined }],
    ['numeric messageExpiration', { messageExpiration: nowMs + 60_000 }],
    ['pan', { paymentMethodDetails: { ...cardDetails, pan: undefined } }],
    ['letters in pan', { paymentMethodDetails: { ...cardDetails, pan: '40000000000010OO' } }],
    ['month 13', { paymentMethodDetails: { ...cardDetails, expirationMonth: 13 } }],
    ['year 30', { paymentMethodDetails: { ...cardDetails, expirationYear: 30 } }],
    ['authMethod', { paymentMethodDetails: { ...cardDetails, authMethod: 'NONE' } }],
  ])('a message with a wrong field is refused: %s', async (_name, message) => {
    expect(await open({ message })).toEqual(
      invalid('decrypted message has a missing or malformed field'),
    )
  })

  test('a message that is not JSON is refused without quoting it', async () => {
    const outcome = await open({ plaintext: '4000000000001000' + '{' })
    expect(outcome).toEqual(invalid('decrypted message is not JSON'))
  })
})

test('a private key that cannot be read is our failure, not a bad token', async () => {
  const keys = [{ privateKeyPem: 'not a key' }]
  await expect(open({}, { ...googleContext, keys })).rejects.toThrow()
})
