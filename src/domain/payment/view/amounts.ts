import { toMajor } from '../../money.ts'
import type { Payment } from '../payment.ts'
import { notRefundedMinor } from '../payment.ts'
import { statusOfPhase } from '../phase.ts'

/** The payment's money in major units. */
export function amounts(payment: Payment) {
  const major = (minor: number) => toMajor(minor, payment.order.currency)
  return {
    authorized: major(payment.authorizedMinor),
    captured: major(payment.capturedMinor),
    refunded: major(payment.refundedMinor),
    refundable: major(refundableMinor(payment)),
  }
}

function refundableMinor(payment: Payment): number {
  const isPaid = ['COMPLETED', 'SETTLED'].includes(statusOfPhase[payment.phase])
  return !isPaid || payment.phase === 'reversing' ? 0 : notRefundedMinor(payment)
}
