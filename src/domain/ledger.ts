import type { Currency } from './currency.ts'
import type { Payment } from './payment/payment.ts'
import { providerOf } from './settlement/settling-provider.ts'

/**
 * One side of a double entry. Positive is owed to the account's owner. The sum of all postings of an
 * event is zero in each currency; a merchant's `payable` is what it may refund from.
 */
export interface Posting {
  account: string
  amountMinor: number
  currency: Currency
}

export const payable = (merchantId: string): string => `merchant/${merchantId}/payable`
export const reserved = (merchantId: string): string => `merchant/${merchantId}/reserved`
export const paidOut = (merchantId: string): string => `merchant/${merchantId}/paid_out`
/** What a merchant owes for its settled payments; a payout of the settlement clears it. */
export const feesOwed = (merchantId: string): string => `merchant/${merchantId}/fees`
export const feeIncome = 'fees/income'
/** What a provider keeps for itself of what it pays. */
export const providerCosts = (provider: string): string => `${provider}/costs`
export const refundInTransit = 'refund/in_transit'
export const bank = 'bank'

/** What the provider of a payment owes us. Earlier payments all stand on the acquirer's account. */
export const receivableOf = (payment: Payment): string =>
  payment.merchant.bookedByProvider
    ? receivableFrom(providerOf(payment))
    : receivableFrom('acquirer')

export const receivableFrom = (provider: string): string => `${provider}/receivable`

/** Money that an operator pays out of, or into, a merchant's balance; fees that are owed are kept. */
export const payout = (
  merchantId: string,
  amountMinor: number,
  currency: Currency,
  feesMinor = 0,
): Posting[] =>
  [
    { account: payable(merchantId), amountMinor: -amountMinor - feesMinor, currency },
    { account: paidOut(merchantId), amountMinor, currency },
    { account: feesOwed(merchantId), amountMinor: feesMinor, currency },
  ].filter((posting) => posting.amountMinor !== 0)
export const topUp = (merchantId: string, amountMinor: number, currency: Currency): Posting[] => [
  { account: bank, amountMinor: -amountMinor, currency },
  { account: payable(merchantId), amountMinor, currency },
]

/** A provider keeps back what it refunded when it pays for the sales of a batch. */
export const refundSettled = (
  receivable: string,
  amountMinor: number,
  currency: Currency,
): Posting[] => [
  { account: receivable, amountMinor: -amountMinor, currency },
  { account: bank, amountMinor, currency },
]

/** It pays for a sale that did not stand: the same money goes back in a line of its own. */
export const returnSettled = (
  receivable: string,
  amountMinor: number,
  currency: Currency,
): Posting[] => refundSettled(receivable, -amountMinor, currency)

/** It keeps something for itself. */
export const costSettled = (provider: string, amountMinor: number, currency: Currency): Posting[] =>
  amountMinor === 0
    ? []
    : [
        { account: providerCosts(provider), amountMinor: -amountMinor, currency },
        { account: bank, amountMinor, currency },
      ]
