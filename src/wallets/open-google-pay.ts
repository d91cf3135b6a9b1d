import { z } from 'zod'
import { decodeBase64, decodeJson } from './decode.ts'
import { CardNumber, Cryptogram, Eci, MillisText, ReplayId } from './fields.ts'
import { decryptMessage } from './google/decrypt-message.ts'
import { SignedToken, verifySignatures } from './google/verify-signatures.ts'
import { readPrivateKeys } from './keys.ts'
import type { WalletKeys } from './keys.ts'
import type { RootsOf } from './roots.ts'
import { check, toOutcome } from './wallet-outcome.ts'
import type { OpenedCard, WalletOutcome } from './wallet-outcome.ts'

export type GooglePayContext = {
  roots: RootsOf<'google'>
  keys: WalletKeys['google']
  /** Our name as a gateway at Google; which merchant it is for stands inside the encrypted message. */
  gateway: string
  merchantId: string
  nowMs: number
}

/** Verifies and decrypts a Google Pay ECv2 token: base64 of the JSON that the wallet returned. */
export async function openGooglePay(
  token: string,
  context: GooglePayContext,
): Promise<WalletOutcome> {
  const privateKeys = readPrivateKeys(context.keys)
  return toOutcome(() => {
    const json = decodeBase64(token, 'token')
    const { protocolVersion } = decodeJson(json, Versioned, 'token')
    check(protocolVersion === 'ECv2', 'protocol version is not ECv2')
    const signed = decodeJson(json, SignedToken, 'token')
    const recipientId = `gateway:${context.gateway}`
    verifySignatures(signed, { roots: context.roots, recipientId, nowMs: context.nowMs })
    const message = decryptMessage(signed.signedMessage, privateKeys)
    const opened = decodeJson(message, PaymentMethod, 'decrypted message')
    message.fill(0)
    return readCard(opened, context)
  })
}

const Versioned = z.object({ protocolVersion: z.string() })

const PaymentMethod = z.object({
  messageId: ReplayId,
  messageExpiration: MillisText,
  gatewayMerchantId: z.string(),
  paymentMethod: z.string(),
  paymentMethodDetails: z.object({
    pan: CardNumber,
    expirationMonth: z.int().min(1).max(12),
    expirationYear: z.int().min(2000).max(2999),
    authMethod: z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS']),
    cryptogram: Cryptogram.optional(),
    eciIndicator: Eci.optional(),
  }),
})

function readCard(
  message: z.output<typeof PaymentMethod>,
  { merchantId, nowMs }: GooglePayContext,
): OpenedCard {
  check(nowMs < message.messageExpiration, 'message has expired')
  check(message.gatewayMerchantId === merchantId, 'message is for another merchant')
  check(message.paymentMethod === 'CARD', 'payment method is not CARD')
  const { pan, expirationYear, expirationMonth, authMethod } = message.paymentMethodDetails
  const card = {
    number: pan,
    expDate: `${expirationYear}${String(expirationMonth).padStart(2, '0')}`,
    replayId: message.messageId,
  }
  if (authMethod === 'PAN_ONLY') return { ...card, authMethod, isNetworkToken: false }

  const { cryptogram, eciIndicator: eci } = message.paymentMethodDetails
  check(cryptogram !== undefined, 'cryptogram is missing')
  const token = { ...card, authMethod: 'CRYPTOGRAM' as const, cryptogram, isNetworkToken: true }
  return eci === undefined ? token : { ...token, eci }
}
