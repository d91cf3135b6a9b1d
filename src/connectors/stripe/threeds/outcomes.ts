import { providerWords } from '../../../domain/reasons/given-reason.ts'
import { present } from '../../../domain/present.ts'
import type { AuthenticationOutcome, Challenge, ResultLookup, Verdict } from '../../threeds.ts'
import type { Authentication } from './object.ts'

/** Stripe's words for the end of an authentication, and ours. */
export const outcomes = {
  authenticated: 'authenticated',
  attempt_acknowledged: 'authenticated',
  informational: 'authenticated',
  denied: 'notAuthenticated',
  rejected: 'notAuthenticated',
  abandoned: 'notAuthenticated',
  not_supported: 'notEnrolled',
  not_triggered: 'notEnrolled',
  processing_error: 'authenticationUnavailable',
  internal_error: 'authenticationUnavailable',
  canceled: 'authenticationUnavailable',
} as const

/** What follows from how it stands. One that waits to be submitted is the client's own business. */
export function outcomeOf(found: Authentication): AuthenticationOutcome {
  if (found.status === 'requires_challenge') return challengeOf(found)
  const meaning = outcomes[found.outcome as keyof typeof outcomes] as string | undefined
  return meaning === 'notEnrolled' ? { type: 'notEnrolled' } : verdictOf(found)
}

/** While it is not over there is nothing to read. */
export const resultOf = (found: Authentication): ResultLookup =>
  ['requires_challenge', 'requires_submission'].includes(found.status)
    ? { type: 'pending' }
    : { type: 'final', outcome: verdictOf(found) }

function challengeOf({ id, challenge_url, outcome_details }: Authentication): Challenge | Verdict {
  if (challenge_url === undefined) return { type: 'refused', because: 'no challenge_url' }
  const { ds_transaction_id: dsTransId, protocol_version: version } = outcome_details ?? {}
  return {
    type: 'challenge',
    serverTransId: id,
    pageUrl: challenge_url,
    ...present({ dsTransId, version }),
    pull: true,
  }
}

/** A success without its proof is worth nothing to the acquirer, hence no success; nor is a new word. */
function verdictOf(found: Authentication): Verdict {
  const { outcome } = found
  const details: Partial<NonNullable<Authentication['outcome_details']>> =
    found.outcome_details ?? {}
  const { cryptogram: cavv, ds_transaction_id: dsTransId, protocol_version: version } = details
  const because = providerWords(`${found.status} ${outcome ?? ''}`.trim())
  switch (outcome) {
    case 'authenticated':
    case 'attempt_acknowledged': {
      if (cavv === undefined || dsTransId === undefined || version === undefined) break
      const eci = details.eci ?? eciOf(found)
      const type = outcome === 'authenticated' ? 'authenticated' : 'attempted'
      return { type, eci, cavv, dsTransId, version }
    }
    case 'informational':
      if (dsTransId === undefined || version === undefined) break
      return { type: 'informational', ...present({ eci: details.eci }), dsTransId, version }
    case 'denied':
    case 'abandoned':
      return { type: 'failed', transStatus: 'N', reason: outcome }
    case 'rejected':
      return { type: 'failed', transStatus: 'R', reason: outcome }
    case 'not_supported':
    case 'not_triggered':
    case 'processing_error':
    case 'internal_error':
    case 'canceled':
      return { type: 'unavailable', because }
    case undefined:
      break
  }
  return { type: 'refused', because }
}

/** What every issuer of the network means by it, where Stripe does not say. */
function eciOf({ directory_server, outcome }: Authentication): string {
  const isAttempt = outcome === 'attempt_acknowledged'
  if (directory_server === 'mastercard') return isAttempt ? '01' : '02'
  return isAttempt ? '06' : '05'
}
