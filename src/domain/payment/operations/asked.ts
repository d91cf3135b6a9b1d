import type { CallRequest } from '../../actor/call-request.ts'
import { claimedExemption } from '../../actor/sca-policy.ts'
import { failedAttempts } from '../payment.ts'
import type { Payment } from './operation.ts'

/** Why the payer need not be challenged, where that may still be claimed. */
export function claimed(
  options: Payment['options'],
  asked: Parameters<typeof claimedExemption>[1],
): Pick<CallRequest, 'exemption'> {
  const exemption = claimedExemption(options.exemption, asked)
  return exemption ? { exemption } : {}
}

export const agreementOf = ({ recurringExpDate, recurringCycleDays }: Payment['options']) => ({
  ...(recurringExpDate && { recurringExpDate }),
  ...(recurringCycleDays && { recurringCycleDays }),
})

/** The first payment of an agreement, or a later one and the name of the first. */
export const placeInAgreement = ({ recurring, networkTransactionId }: Payment['options']) => ({
  ...(recurring && { recurring }),
  ...(networkTransactionId && { networkTransactionId }),
})

/** The accounts at which this charge has come to nothing. */
export function triedBefore(payment: Pick<Payment, 'transactions'>): Pick<CallRequest, 'tried'> {
  const tried = failedAttempts(payment).map(({ via }) => via)
  return tried.length > 0 ? { tried } : {}
}
