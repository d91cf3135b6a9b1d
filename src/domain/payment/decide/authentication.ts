import { accept, type Decision } from '../../decision.ts'
import { evolve } from '../evolve.ts'
import type { Outcome } from '../call.ts'
import type { Event } from '../events.ts'
import type { Authentication, Payment } from '../payment.ts'
import type { Context } from './context.ts'
import { startAuthorization } from './process.ts'

const CHALLENGE_MS = 600_000

/** The answer of the 3-D Secure server, at once (ARes) or after a challenge (RReq). */
export function authenticationAnswer(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: { answers?: string },
): Decision<Event> {
  const challenged = payment.phase === 'challenging'
  switch (outcome.type) {
    case 'authenticated': {
      const { type: _, ...proof } = outcome
      return proceed(payment, { ...proof, ...(challenged ? { challenged } : {}) }, context, answers)
    }
    case 'challenge': {
      const { type: _, ...challenge } = outcome
      return accept([
        {
          type: 'challengeNeeded',
          ...answers,
          challenge: { ...challenge, until: context.now + CHALLENGE_MS },
        },
      ])
    }
    case 'notEnrolled':
      return proceed(payment, { transStatus: 'NOT_ENROLLED' }, context, answers)
    case 'notAuthenticated':
      return accept([{ type: 'rejected', ...answers, rejectCode: 'AUTHENTICATION_FAILED' }])
    default:
      // Also a server that never answered: the merchant chose whether to go on without the shift.
      return payment.merchant.withoutAuthentication === 'reject'
        ? accept([{ type: 'rejected', ...answers, rejectCode: 'AUTHENTICATION_UNAVAILABLE' }])
        : proceed(payment, { transStatus: 'U' }, context, answers)
  }
}

function proceed(
  payment: Payment,
  authentication: Authentication,
  context: Context,
  answers: { answers?: string },
): Decision<Event> {
  const authenticated: Event = { type: 'authenticated', ...answers, authentication }
  const after = evolve(payment, authenticated, context.now)
  return accept([authenticated, startAuthorization(after, context)])
}
