import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { generateWalletKeys } from '../../src/wallets/keys.ts'
import { openApplePay } from '../../src/wallets/open-apple-pay.ts'
import { appleContext, applePayment, mintAppleToken } from './support/apple-wallet.ts'
import type { AppleOptions } from './support/apple-wallet.ts'
import { issue, toPem } from './support/certificates.ts'
import { p256 } from './support/google-wallet.ts'

const open = (options: AppleOptions, context = appleContext) =>
  openApplePay(mintAppleToken(options), context)

const invalid = (reason: string) => ({ type: 'invalid', reason })

describe('a good token opens', () => {
  test('as a network token with its cryptogram', async () => {
    expect(await open({})).toEqual({
      type: 'opened',
      card: {
        number: '4000000000001000',
        expDate: '203007',
        authMethod: 'CRYPTOGRAM',
        cryptogram: applePayment.paymentData.onlinePaymentCryptogram,
        eci: '7',
        isNetworkToken: true,
        replayId: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
  })

  test('when application data is signed along', async () => {
    const applicationData = createHash('sha256').update('order').digest('hex')
    expect((await open({ applicationData })).type).toBe('opened')
  })

  test('under an older key of ours during a rotation', async () => {
    const keys = [...generateWalletKeys().apple, ...appleContext.keys]
    expect((await open({}, { ...appleContext, keys })).type).toBe('opened')
  })

  test('under any of several roots', async () => {
    const other = toPem(issue({ subject: 'Other Root', ca: true }))
    const rootCertificates = [other, ...appleContext.roots.rootCertificates]
    expect((await open({}, { ...appleContext, roots: { rootCertificates } })).type).toBe('opened')
  })
})

describe('the version', () => {
  test.each(['RSA_v1', 'EC_v2', 'ec_v1', ''])('%s is refused', async (version) => {
    const outcome = await open({ token: (token) => ({ ...token, version }) })
    expect(outcome).toEqual(invalid('version is not EC_v1'))
  })

  test('an RSA_v1 token with a wrapped key is refused', async () => {
    const token = ({ header, ...rest }: { header: object }) => ({
      ...rest,
      version: 'RSA_v1',
      header: { ...header, ephemeralPublicKey: undefined, wrappedKey: 'AAAA' },
    })
    expect(await open({ token })).toEqual(invalid('version is not EC_v1'))
  })
})

describe('the encryption', () => {
  test('to another key is refused by its hash', async () => {
    expect(await open({ recipient: p256().publicKey })).toEqual(
      invalid('public key hash is none of our keys'),
    )
  })

  test('a wrong hash is refused', async () => {
    const publicKeyHash = Buffer.alloc(32).toString('base64')
    const outcome = await open({
      token: (made) => ({ ...made, header: { ...made.header, publicKeyHash } }),
    })
    expect(outcome).toEqual(invalid('public key hash is none of our keys'))
  })

  test('for another merchant is refused', async () => {
    expect(await open({ merchantIdentifier: 'merchant.tollgate.MID-2' })).toEqual(
      invalid('data does not decrypt'),
    )
  })
})

describe('what it says', () => {
  test('another amount is refused', async () => {
    for (const transactionAmount of [9998, 99990, 0, -9999]) {
      expect(await open({ payment: { transactionAmount } })).toEqual(
        invalid('amount is not the amount of the payment'),
      )
    }
  })

  test('another currency is refused', async () => {
    for (const currencyCode of ['978', 'PLN', '0985']) {
      expect(await open({ payment: { currencyCode } })).toEqual(
        invalid('currency is not the currency of the payment'),
      )
    }
  })

  test('EMV payment data is refused', async () => {
    const payment = { paymentDataType: 'EMV', paymentData: { emvData: 'AAAA' } }
    expect(await open({ payment })).toEqual(invalid('payment data type is not 3DSecure'))
  })

  test('a missing cryptogram is refused', async () => {
    expect(await open({ payment: { paymentData: {} } })).toEqual(invalid('cryptogram is missing'))
  })

  test.each([
    ['no number', { applicationPrimaryAccountNumber: undefined }],
    ['letters in the number', { applicationPrimaryAccountNumber: '40000000000010OO' }],
    ['month 13', { applicationExpirationDate: '301331' }],
    ['numeric date', { applicationExpirationDate: 300731 }],
    ['amount as text', { transactionAmount: '9999' }],
    ['fraction of a minor unit', { transactionAmount: 9999.5 }],
    ['no payment data', { paymentData: undefined }],
  ])('a wrong field is refused: %s', async (_name, payment) => {
    expect(await open({ payment })).toEqual(
      invalid('decrypted data has a missing or malformed field'),
    )
  })

  test('data that is not JSON is refused without quoting it', async () => {
    expect(await open({ plaintext: '4000000000001000{' })).toEqual(
      invalid('decrypted data is not JSON'),
    )
  })
})
