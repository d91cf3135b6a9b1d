import type { Outcome } from '../../domain/actor/call.ts'
import { reasonGiven } from '../../domain/reasons/given-reason.ts'
import type { BlikInquiry, BlikOutcome } from '../blik.ts'

/** BLIK's words as ours; its messages use them too. */
export function blikOutcome(outcome: BlikOutcome | BlikInquiry): Outcome {
  const alias = 'alias' in outcome ? { alias: outcome.alias } : {}
  switch (outcome.type) {
    case 'pending':
      return { type: 'pending', ...alias }
    case 'confirmed':
      return { type: 'paid', ...alias }
    case 'received':
      return { type: 'received', transactionId: outcome.transactionId, ...alias }
    case 'rejected':
      return { type: 'refused', ...reasonGiven(outcome) }
    case 'ambiguous':
      return { type: 'ambiguous', apps: outcome.apps }
    case 'unknown':
      return { type: 'unknown', because: 'noAnswer' }
    default:
      return { type: outcome.type }
  }
}
