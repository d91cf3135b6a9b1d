import type { Posting } from '../../ledger.ts'
import { payable, receivableOf } from '../../ledger.ts'
import { proRata } from '../../money.ts'
import type { Refund } from '../payment.ts'
import type { Payment } from './operation.ts'

/** Money of a payment goes from one account to another. */
export const move = (
  { order: { currency } }: Payment,
  from: string,
  to: string,
  amountMinor: number,
): Posting[] =>
  amountMinor === 0
    ? []
    : [
        { account: from, amountMinor: -amountMinor, currency },
        { account: to, amountMinor, currency },
      ]

type AccountOf = (merchantId: string) => string

/** The provider owes what was charged, and we owe it to those who sold. */
export const moveCharge = (payment: Payment, amountMinor: number): Posting[] =>
  moveShares(payment, shares(payment, amountMinor), () => receivableOf(payment), payable)

/** All that was sold; nothing of a hold. */
export const moveSale = (payment: Payment, from: AccountOf, to: AccountOf): Posting[] =>
  payment.capturedMinor > 0
    ? moveShares(payment, shares(payment, payment.capturedMinor), from, to)
    : []

const moveShares = (payment: Payment, list: Share[], from: AccountOf, to: AccountOf): Posting[] =>
  list.flatMap(({ merchantId, amountMinor }) =>
    move(payment, from(merchantId), to(merchantId), amountMinor),
  )

/** What goes back, from account to account, by whose it is. */
export const moveRefund = (payment: Payment, refund: Refund, ...way: AccountOf[]): Posting[] =>
  refundShares(payment, refund).flatMap((share) =>
    way.slice(1).flatMap((to, step) => moveShares(payment, [share], way[step] ?? to, to)),
  )

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
