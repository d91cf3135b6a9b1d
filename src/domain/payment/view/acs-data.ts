import type { Payment } from '../payment.ts'
import { challengeData } from '../../actor/view/challenge-data.ts'

/** What the payer's browser needs for the challenge that waits; undefined when none does. */
export const acsData = (payment: Payment) =>
  payment.phase === 'challenging' && payment.challenge
    ? challengeData(payment.challenge)
    : undefined
