import { reasons } from '../reasons/reason.ts'
import type { Payment } from './payment.ts'
import { statusOfPhase } from './phase.ts'

/**
 * Whether the payer of a failed payment may try once more: another payment of the same order, in
 * what is left of the time of the first.
 */
export function mayTryAgain(payment: Payment, { attempts, now }: Limits): boolean {
  const { phase, rejectCode, linkId, validUntil, held } = payment
  const status = statusOfPhase[phase]
  if (status !== 'REJECTED' && status !== 'ERROR') return false
  if (linkId === undefined || held !== undefined || now >= validUntil) return false
  return attemptOf(payment) < attempts && (!rejectCode || reasons[rejectCode].payerMayTryAgain)
}

interface Limits {
  attempts: number
  /** By the payment's own clock. */
  now: number
}

export const attemptOf = ({ attempt }: Pick<Payment, 'attempt'>): number => attempt ?? 1
