import type { Outcome } from '../../domain/actor/call.ts'
import { providerWords } from '../../domain/reasons/given-reason.ts'
import type { Verdict } from '../threeds.ts'

/** The same words for an answer at once and for a result after a challenge. */
export function authenticationOutcome(verdict: Verdict): Outcome {
  switch (verdict.type) {
    case 'authenticated':
    case 'attempted': {
      const { eci, cavv, dsTransId, version } = verdict
      return {
        type: 'authenticated',
        transStatus: verdict.type === 'attempted' ? 'A' : 'Y',
        eci,
        cavv,
        dsTransId,
        version,
      }
    }
    case 'informational': {
      const { eci, dsTransId, version } = verdict
      return { type: 'authenticated', transStatus: 'I', ...(eci && { eci }), dsTransId, version }
    }
    case 'failed':
      return { type: 'notAuthenticated', transStatus: verdict.transStatus }
    case 'unavailable':
      return { type: 'authenticationUnavailable', detail: providerWords(verdict.because) }
    case 'refused':
      return { type: 'authenticationRefused', detail: providerWords(verdict.because) }
  }
}

/** After a challenge only a proof goes on: a payer who could not be told apart has not passed. */
export function challengeOutcome(verdict: Verdict): Outcome {
  const outcome = authenticationOutcome(verdict)
  return outcome.type === 'authenticated' ? outcome : { type: 'notAuthenticated', transStatus: 'N' }
}
