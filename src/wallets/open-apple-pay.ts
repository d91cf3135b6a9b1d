import { z } from 'zod'
import { numericCode } from '../domain/currency.ts'
import type { Currency } from '../domain/currency.ts'
import { decryptData } from './apple/decrypt-data.ts'
import { verifySignature } from './apple/verify-signature.ts'
import { decodeBase64, decodeHex, decodeJson } from './decode.ts'
import { CardNumber, Cryptogram, Eci } from './fields.ts'
import { readPrivateKeys } from './keys.ts'
import type { WalletKeys } from './keys.ts'
import type { RootsOf } from './roots.ts'
import { check, toOutcome } from './wallet-outcome.ts'
import type { OpenedCard, WalletOutcome } from './wallet-outcome.ts'

export type ApplePayContext = {
  roots: RootsOf<'apple'>
  keys: WalletKeys['apple']
  /** What Apple knows the merchant by. */
  merchantIdentifier: string
  amountMinor: number
  currency: Currency
  nowMs: number
  /** How far the signing time may lie from now: an older token may be a replay. */
  maxAgeMs?: number
}

/** Verifies and decrypts an Apple Pay EC_v1 token: base64 of the wallet's `paymentData` JSON. */
export async function openApplePay(
  token: string,
  context: ApplePayContext,
): Promise<WalletOutcome> {
  const privateKeys = readPrivateKeys(context.keys)
  return toOutcome(() => {
    const json = decodeBase64(token, 'token')
    const { version } = decodeJson(json, Versioned, 'token')
    check(version === 'EC_v1', 'version is not EC_v1')
    const { data, signature, header } = decodeToken(json)
    const { ephemeralPublicKey, publicKeyHash, transactionId, applicationData } = header

    verifySignature({
      signature,
      content: Buffer.concat([ephemeralPublicKey, data, transactionId, applicationData]),
      roots: context.roots,
      nowMs: context.nowMs,
      maxAgeMs: context.maxAgeMs ?? fiveMinutesMs,
    })
    const encrypted = { data, ephemeralPublicKey, publicKeyHash }
    const payment = decryptData(encrypted, {
      privateKeys,
      merchantIdentifier: context.merchantIdentifier,
    })
    const replayId = transactionId.toString('hex')
    const opened = decodeJson(payment, PaymentData, 'decrypted data')
    payment.fill(0)
    return readCard(opened, { ...context, replayId })
  })
}

const fiveMinutesMs = 5 * 60 * 1000

const Versioned = z.object({ version: z.string() })

const Token = z.object({
  data: z.string(),
  signature: z.string(),
  header: z.object({
    ephemeralPublicKey: z.string(),
    publicKeyHash: z.string(),
    transactionId: z.string().length(64),
    applicationData: z.string().length(64).optional(),
  }),
})

function decodeToken(json: Buffer) {
  const { data, signature, header } = decodeJson(json, Token, 'token')
  return {
    data: decodeBase64(data, 'data'),
    signature: decodeBase64(signature, 'signature'),
    header: {
      ephemeralPublicKey: decodeBase64(header.ephemeralPublicKey, 'ephemeral key'),
      publicKeyHash: decodeBase64(header.publicKeyHash, 'public key hash'),
      transactionId: decodeHex(header.transactionId, 'transaction id'),
      applicationData: decodeHex(header.applicationData ?? '', 'application data'),
    },
  }
}

const PaymentData = z.object({
  applicationPrimaryAccountNumber: CardNumber,
  /** YYMMDD */
  applicationExpirationDate: z.string().regex(/^\d\d(0[1-9]|1[0-2])\d\d$/),
  currencyCode: z.string(),
  transactionAmount: z.int(),
  paymentDataType: z.string(),
  paymentData: z.object({
    onlinePaymentCryptogram: Cryptogram.optional(),
    eciIndicator: Eci.optional(),
  }),
})

function readCard(
  data: z.output<typeof PaymentData>,
  payment: { amountMinor: number; currency: Currency; replayId: string },
): OpenedCard {
  check(data.transactionAmount === payment.amountMinor, 'amount is not the amount of the payment')
  check(
    data.currencyCode === numericCode(payment.currency),
    'currency is not the currency of the payment',
  )
  check(data.paymentDataType === '3DSecure', 'payment data type is not 3DSecure')
  const { onlinePaymentCryptogram: cryptogram, eciIndicator: eci } = data.paymentData
  check(cryptogram !== undefined, 'cryptogram is missing')
  const card: OpenedCard = {
    number: data.applicationPrimaryAccountNumber,
    expDate: `20${data.applicationExpirationDate.slice(0, 4)}`,
    authMethod: 'CRYPTOGRAM',
    cryptogram,
    isNetworkToken: true,
    replayId: payment.replayId,
  }
  return eci === undefined ? card : { ...card, eci }
}
