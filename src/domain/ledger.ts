import type { Currency } from './currency.ts'
import { proRata } from './money.ts'
import type { Event } from './payment/events.ts'
import type { Payment, Refund } from './payment/payment.ts'
import { refundOf } from './payment/patch.ts'
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

/** What the provider of a payment owes us. Payments of before all stand on the acquirer's account. */
export const receivableOf = (payment: Payment): string =>
  payment.merchant.bookedByProvider
    ? receivableFrom(providerOf(payment))
    : receivableFrom('acquirer')

export const receivableFrom = (provider: string): string => `${provider}/receivable`

/** What an event moves. `before` is the payment as it stood when the event happened. */
export function postings(before: Payment | undefined, event: Event): Posting[] {
  if (!before) return []
  const { order } = before
  const move = (from: string, to: string, amountMinor: number): Posting[] =>
    amountMinor === 0
      ? []
      : [
          { account: from, amountMinor: -amountMinor, currency: order.currency },
          { account: to, amountMinor, currency: order.currency },
        ]
  switch (event.type) {
    case 'paid':
    case 'captured':
    case 'partCaptured':
      return shares(before, event.amountMinor).flatMap((share) =>
        move(receivableOf(before), payable(share.merchantId), share.amountMinor),
      )
    case 'reversalStarted':
      return soldShares(before).flatMap(({ merchantId: owner, amountMinor }) =>
        move(payable(owner), reserved(owner), amountMinor),
      )
    case 'saleKept':
      return soldShares(before).flatMap(({ merchantId: owner, amountMinor }) =>
        move(reserved(owner), payable(owner), amountMinor),
      )
    case 'cancelled':
      return before.phase === 'reversing'
        ? soldShares(before).flatMap(({ merchantId: owner, amountMinor }) =>
            move(reserved(owner), receivableOf(before), amountMinor),
          )
        : []
    case 'refundAccepted':
      return refundShares(before, event.refund).flatMap(({ merchantId: owner, amountMinor }) =>
        move(payable(owner), reserved(owner), amountMinor),
      )
    case 'refundCompleted':
      return refundShares(before, refundOf(before, event.refundId)).flatMap(
        ({ merchantId: owner, amountMinor }) => [
          ...move(reserved(owner), refundInTransit, amountMinor),
          ...move(refundInTransit, receivableOf(before), amountMinor),
        ],
      )
    case 'refundRefused':
      return refundShares(before, refundOf(before, event.refundId)).flatMap(
        ({ merchantId: owner, amountMinor }) => move(reserved(owner), payable(owner), amountMinor),
      )
    case 'settled':
    case 'partSettled':
      return [
        ...move(bank, receivableOf(before), event.transaction.amountMinor),
        ...move(feesOwed(before.merchantId), feeIncome, event.transaction.feeMinor ?? 0),
      ]
    default:
      return []
  }
}

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
export const costSettled = (
  provider: string,
  amountMinor: number,
  currency: Currency,
): Posting[] =>
  amountMinor === 0
    ? []
    : [
        { account: providerCosts(provider), amountMinor: -amountMinor, currency },
        { account: bank, amountMinor, currency },
      ]

interface Share {
  merchantId: string
  amountMinor: number
}

/** Who gets how much of a sale: each part its merchant less the commission, the rest the seller. */
function shares({ merchantId, subpayments }: Payment, amountMinor: number): Share[] {
  if (subpayments.length === 0) return [{ merchantId, amountMinor }]
  return together(
    subpayments.flatMap((part) => [
      { merchantId: part.merchantId, amountMinor: part.amountMinor - part.commissionMinor },
      { merchantId, amountMinor: part.commissionMinor },
    ]),
  )
}

const soldShares = (payment: Payment): Share[] =>
  payment.capturedMinor > 0 ? shares(payment, payment.capturedMinor) : []

function refundShares(payment: Payment, refund: Refund): Share[] {
  const part = payment.subpayments.find(({ subpaymentId }) => subpaymentId === refund.subpaymentId)
  if (!part) return [{ merchantId: payment.merchantId, amountMinor: refund.amountMinor }]
  const commissionMinor =
    refund.commissionMinor ?? proRata(part.commissionMinor, refund.amountMinor, part.amountMinor)
  return together([
    { merchantId: part.merchantId, amountMinor: refund.amountMinor - commissionMinor },
    { merchantId: payment.merchantId, amountMinor: commissionMinor },
  ])
}

/** One share per merchant, so that each balance is touched once. */
function together(list: Share[]): Share[] {
  const sums = new Map<string, number>()
  for (const { merchantId, amountMinor } of list)
    sums.set(merchantId, (sums.get(merchantId) ?? 0) + amountMinor)
  return [...sums].map(([merchantId, amountMinor]) => ({ merchantId, amountMinor }))
}
