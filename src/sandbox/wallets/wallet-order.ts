import { makeCard, readCard } from '../cards.ts'
import { numericCurrency } from '../currencies.ts'
import { InvalidField, oneOf, optionalText, text } from '../fields.ts'
import type { Fields } from '../fields.ts'

/** What a tester wants a wallet to have authorised. */
export interface WalletOrder {
  pan: string
  expDate: string
  amount: number
  currency: string
  merchantId: string
  authMethod: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'
  eci: string
  /** How long the token is good; nothing or less makes one that has expired. */
  lifeSeconds: number
}

export function readWalletOrder(body: Fields, defaultMerchantId: string | undefined): WalletOrder {
  const pan = body.pan === undefined ? cardOf(body) : text(body, 'pan')
  const card = readCard(pan)
  if (!card) throw new InvalidField('pan', 'a test card')
  const expDate = text(body, 'expDate')
  if (!/^2\d{3}(0[1-9]|1[0-2])$/.test(expDate)) throw new InvalidField('expDate', 'YYYYMM')
  const amount = Number(body.amount)
  if (!(amount > 0)) throw new InvalidField('amount', 'a positive number of major units')
  const currency = text(body, 'currency')
  if (!numericCurrency(currency)) throw new InvalidField('currency', 'a currency of the sandbox')
  const merchantId = optionalText(body, 'merchantId') ?? defaultMerchantId
  if (!merchantId) throw new InvalidField('merchantId', 'given: there is no default merchant')
  const authMethod =
    body.authMethod === undefined
      ? 'CRYPTOGRAM_3DS'
      : oneOf(body, 'authMethod', ['PAN_ONLY', 'CRYPTOGRAM_3DS'])
  const eci = card.scheme === 'MASTERCARD' || card.scheme === 'MAESTRO' ? '02' : '05'
  const lifeSeconds = Number(body.lifeSeconds ?? 3_600)
  return { pan, expDate, amount, currency, merchantId, authMethod, eci, lifeSeconds }
}

/** The hosted page names a scenario, so that no card number stands in it. */
function cardOf({ scenario }: Fields): string {
  if (!Number.isInteger(scenario)) throw new InvalidField('pan', 'a test card')
  return makeCard('400000', scenario as number)
}
