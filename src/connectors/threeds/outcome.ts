import type { Outcome } from '../../domain/actor/call.ts'
import type { Verdict } from './index.ts'

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
      return { type: 'authenticationUnavailable' }
  }
}
