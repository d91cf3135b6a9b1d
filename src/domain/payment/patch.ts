import type { Approval } from '../actor/call.ts'
import type { GivenReason } from '../reasons/given-reason.ts'
import { reasonGiven } from '../reasons/given-reason.ts'
import type { ReasonCode } from '../reasons/reason.ts'
import { assert } from '../assert.ts'
import type { Payment, Refund, Transaction } from './payment.ts'
import { present } from '../present.ts'

/** What an event changes; undefined takes a member away. */
export type Patch = { [K in keyof Payment]?: Payment[K] | undefined }

export const drop = (...names: (keyof Payment)[]): Patch =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/** A transaction begins, or goes on under a new reference. */
export function started(payment: Payment, transaction: Transaction): Patch {
  const known = payment.transactions.some(({ transId }) => transId === transaction.transId)
  const transactions = known
    ? payment.transactions.map((one) => (one.transId === transaction.transId ? transaction : one))
    : [...payment.transactions, transaction]
  return { transactions }
}

export function completed(
  payment: Payment,
  transId: string,
  approval: Approval,
  at: number,
): Patch {
  const { authCode, acquirerRef, networkTransactionId, authentication } = approval
  const details = { ...(authCode && { authCode }), ...(acquirerRef && { acquirerRef }) }
  return {
    transactions: withStatus(payment, transId, { ...details, status: 'COMPLETED', updatedAt: at }),
    ...(networkTransactionId && { networkTransactionId }),
    ...present({ authentication }),
  }
}

export const closed = (
  payment: Payment,
  transId: string,
  status: Transaction['status'],
  at: number,
  { rejectCode, detail }: Partial<GivenReason> = {},
): Patch => ({
  transactions: withStatus(payment, transId, {
    status,
    updatedAt: at,
    ...(rejectCode && reasonGiven({ rejectCode, detail })),
  }),
})

/** The end of a payment; what was still open of it ends with it. */
export function ended(
  payment: Payment,
  status: 'REJECTED' | 'CANCELLED' | 'ERROR',
  event: GivenReason & { lateUntil?: number; nextInquiryAt?: number },
  at: number,
): Patch {
  const { lateUntil, nextInquiryAt } = event
  const reason = reasonGiven(event)
  const transactions = payment.transactions.map((one): Transaction => {
    if (one.status !== 'PENDING') return one
    if (one.type === 'CANCEL' || one.type === 'REVERSAL')
      return { ...one, status: 'COMPLETED', updatedAt: at }
    return { ...one, status, ...reason, updatedAt: at }
  })
  const open = [
    'challenge',
    'redirect',
    'profiling',
    'ending',
    'payerUntil',
    'holdUntil',
    'refundUntil',
    'apps',
  ] as const
  return { ...drop(...open), transactions, ...reason, lateUntil, nextInquiryAt }
}

/** A reversal that the acquirer refused: the money stays where it was. */
export const kept = (
  payment: Payment,
  transId: string,
  reason: GivenReason,
  at: number,
): Patch => ({ ...closed(payment, transId, 'REJECTED', at, reason), ending: undefined })

/** Moves money of a refund into or out of the reserve, of the payment and of its part. */
export function reserve(
  payment: Payment,
  refund: Refund,
  reservedMinor: number,
  refundedMinor: number,
): Patch {
  const subpayments = payment.subpayments.map((part) =>
    part.subpaymentId === refund.subpaymentId
      ? {
          ...part,
          reservedMinor: part.reservedMinor + reservedMinor,
          refundedMinor: part.refundedMinor + refundedMinor,
          commissionRefundedMinor:
            part.commissionRefundedMinor + commissionChange(refund, reservedMinor, refundedMinor),
        }
      : part,
  )
  return {
    reservedMinor: payment.reservedMinor + reservedMinor,
    refundedMinor: payment.refundedMinor + refundedMinor,
    subpayments,
  }
}

export const refundsWith = (
  payment: Payment,
  refundId: string,
  status: Refund['status'],
  at: number,
  rejectCode?: ReasonCode,
): Refund[] =>
  payment.refunds.map((refund) =>
    refund.refundId === refundId
      ? { ...refund, status, updatedAt: at, ...present({ rejectCode }) }
      : refund,
  )

export function refundOf(payment: Payment, refundId: string): Refund {
  const refund = payment.refunds.find((one) => one.refundId === refundId)
  assert(refund, `refund ${refundId}`)
  return refund
}

/** The commission is promised back with the reserve and taken back again when the refund is refused. */
function commissionChange(refund: Refund, reservedMinor: number, refundedMinor: number): number {
  const commissionMinor = refund.commissionMinor ?? 0
  if (reservedMinor > 0) return commissionMinor
  return refundedMinor > 0 ? 0 : -commissionMinor
}

const withStatus = (
  payment: Payment,
  transId: string,
  change: Partial<Transaction>,
): Transaction[] =>
  payment.transactions.map((one) => (one.transId === transId ? { ...one, ...change } : one))
