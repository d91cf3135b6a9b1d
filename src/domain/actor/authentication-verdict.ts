import type { GivenReason } from '../reasons/given-reason.ts'
import { reasonGiven } from '../reasons/given-reason.ts'
import type { Outcome } from './call.ts'
import type { Authentication, Challenge } from './authentication.ts'
import type { MerchantFacts } from './merchant-facts.ts'

const CHALLENGE_MS = 600_000

export type AuthenticationVerdict =
  | { type: 'proceed'; authentication: Authentication }
  | { type: 'challenge'; challenge: Challenge }
  | { type: 'reject'; reason: GivenReason }

/** There is nobody to ask, so nobody is asked: the charge goes on without a shift of liability. */
export const notEnrolled: Authentication = { transStatus: 'NOT_ENROLLED' }

interface Asked {
  /** The answer came after a challenge (RReq), not at once (ARes). */
  challenged: boolean
  merchant: Pick<MerchantFacts, 'withoutAuthentication'>
  now: number
}

/** What the answer of the 3-D Secure server means for the card: go on, ask the payer, or stop. */
export function authenticationVerdict(
  outcome: Outcome,
  { challenged, merchant, now }: Asked,
): AuthenticationVerdict {
  switch (outcome.type) {
    case 'authenticated': {
      const { type: _, ...proof } = outcome
      return {
        type: 'proceed',
        authentication: { ...proof, ...(challenged ? { challenged } : {}) },
      }
    }
    case 'challenge': {
      const { type: _, ...challenge } = outcome
      return { type: 'challenge', challenge: { ...challenge, until: now + CHALLENGE_MS } }
    }
    case 'notEnrolled':
      return { type: 'proceed', authentication: notEnrolled }
    case 'authenticationRefused':
      return unavailable(outcome.detail)
    case 'notAuthenticated': {
      const detail = `transStatus ${outcome.transStatus}`
      return { type: 'reject', reason: { rejectCode: 'AUTHENTICATION_FAILED', detail } }
    }
    default:
      // Also a server that never answered: the merchant chose whether to go on without the shift.
      return merchant.withoutAuthentication === 'reject'
        ? unavailable('detail' in outcome ? outcome.detail : undefined)
        : { type: 'proceed', authentication: { transStatus: 'U' } }
  }
}

const unavailable = (detail: string | undefined): AuthenticationVerdict => ({
  type: 'reject',
  reason: reasonGiven({ rejectCode: 'AUTHENTICATION_UNAVAILABLE', detail }),
})
