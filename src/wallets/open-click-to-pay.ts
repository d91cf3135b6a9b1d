import { z } from 'zod'
import type { Currency } from '../domain/currency.ts'
import { toMinor } from '../domain/money.ts'
import { decryptPayload } from './click-to-pay/decrypt-payload.ts'
import { verifyCheckout } from './click-to-pay/verify-checkout.ts'
import { decodeJson } from './decode.ts'
import { CardNumber, Cryptogram, ReplayId } from './fields.ts'
import { readRsaKeys } from './keys.ts'
import type { WalletKeys } from './keys.ts'
import type { RootsOf } from './roots.ts'
import { check, toOutcome } from './wallet-outcome.ts'
import type { OpenedCard, WalletOutcome } from './wallet-outcome.ts'

export type ClickToPayContext = {
  roots: RootsOf<'c2p'>
  keys: WalletKeys['c2p']
  paymentId: string
  /** The merchant's id at the Click to Pay systems, when it has one of its own. */
  dpaId?: string | undefined
  amountMinor: number
  currency: Currency
  nowMs: number
}

/** Verifies and decrypts a Click to Pay `checkoutResponseJWS`. */
export async function openClickToPay(
  payload: string,
  context: ClickToPayContext,
): Promise<WalletOutcome> {
  const rsaKeys = readRsaKeys(context.keys)
  return toOutcome(async () => {
    const claims = await verifyCheckout(payload, context.roots)
    const checkout = decodeJson(claims, Checkout, 'checkout response')
    checkFreshness(checkout, context.nowMs)
    checkBinding(checkout, context)
    const decrypted = await decryptPayload(checkout.encryptedPayload, rsaKeys)
    const contents = decodeJson(decrypted, Contents, 'decrypted payload')
    return readCard(contents, checkout.srcCorrelationId)
  })
}

const Seconds = z.int().min(0)

const Checkout = z.object({
  srcCorrelationId: ReplayId,
  srciTransactionId: z.string().optional(),
  dpaId: z.string().min(1).optional(),
  /** Major units, as the payer saw them. */
  amount: z.union([z.number(), z.string()]).optional(),
  currency: z.string().optional(),
  iat: Seconds.optional(),
  exp: Seconds.optional(),
  encryptedPayload: z.string(),
})

type Checkout = z.output<typeof Checkout>

const clockSkewMs = 60_000
const maxAgeMs = 60 * 60_000

function checkFreshness({ iat, exp }: Checkout, nowMs: number): void {
  check(exp === undefined || nowMs < exp * 1000, 'checkout response has expired')
  if (iat === undefined) return
  check(iat * 1000 <= nowMs + clockSkewMs, 'checkout response is from the future')
  check(nowMs - iat * 1000 <= maxAgeMs, 'checkout response is too old')
}

/**
 * A checkout response is good for one purchase. The networks sign the id that their initiator gave the
 * transaction: where that is the payment's, it is bound to it, and is not older than it. Without it all
 * the rest must be there: the shop, the amount, the time.
 */
function checkBinding(checkout: Checkout, payment: ClickToPayContext): void {
  const { srciTransactionId, amount, currency, iat, exp } = checkout
  const { dpaId = checkout.dpaId } = payment
  const isNamed = srciTransactionId !== undefined
  const isWhole = [checkout.dpaId, amount, currency, iat, exp].every((one) => one !== undefined)
  check(isNamed || isWhole, 'checkout response is bound to no payment')
  check(
    checkout.dpaId === undefined || checkout.dpaId === dpaId,
    'checkout response is for another merchant',
  )
  check(
    !isNamed || srciTransactionId === payment.paymentId,
    'checkout response is for another payment',
  )
  check(
    currency === undefined || currency === payment.currency,
    'currency is not the currency of the payment',
  )
  check(
    amount === undefined || toMinor(amount, payment.currency) === payment.amountMinor,
    'amount is not the amount of the payment',
  )
}

const Month = z.string().regex(/^(0[1-9]|1[0-2])$/)
const Year = z.string().regex(/^2\d{3}$/)

/** What proves a token, by the names that the systems have for it; ours is asked for in short form. */
const CryptogramType = z.enum([
  'TAVV',
  'CARD_APPLICATION_CRYPTOGRAM_SHORT_FORM',
  'CARD_APPLICATION_CRYPTOGRAM_LONG_FORM',
])
const TokenProof = z.object({ dynamicDataType: CryptogramType, dynamicDataValue: Cryptogram })
/** Some systems give a list, with proof of the cardholder beside that of the token. */
const TokenProofs = z
  .array(z.object({ dynamicDataType: z.string(), dynamicDataValue: Cryptogram }))
  .max(10)
  .transform((all) => all.find((one) => CryptogramType.safeParse(one.dynamicDataType).success))

const Contents = z.object({
  card: z
    .object({
      primaryAccountNumber: CardNumber,
      panExpirationMonth: Month,
      panExpirationYear: Year,
    })
    .optional(),
  token: z
    .object({ paymentToken: CardNumber, tokenExpirationMonth: Month, tokenExpirationYear: Year })
    .optional(),
  dynamicData: z.union([TokenProof, TokenProofs]).optional(),
})

function readCard(contents: z.output<typeof Contents>, replayId: string): OpenedCard {
  const { card, token, dynamicData } = contents
  check(
    (card === undefined) !== (token === undefined),
    'decrypted payload is not either a card or a token',
  )
  if (card) {
    return {
      number: card.primaryAccountNumber,
      expDate: card.panExpirationYear + card.panExpirationMonth,
      authMethod: 'PAN_ONLY',
      isNetworkToken: false,
      replayId,
    }
  }
  check(token !== undefined && dynamicData !== undefined, 'cryptogram is missing')
  return {
    number: token.paymentToken,
    expDate: token.tokenExpirationYear + token.tokenExpirationMonth,
    authMethod: 'CRYPTOGRAM',
    cryptogram: dynamicData.dynamicDataValue,
    isNetworkToken: true,
    replayId,
  }
}
