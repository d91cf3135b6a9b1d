import { accept } from '../../actor/decision.ts'
import { authenticationVerdict } from '../../actor/sca-policy.ts'
import type { Outcome } from '../../actor/call.ts'
import type { Tokenization } from '../tokenization.ts'
import type { TokenizationDecision } from './context.ts'
import type { Context } from '../../actor/context.ts'
import { goOn } from './process.ts'

/** The answer of the 3-D Secure server, at once (ARes) or after a challenge (RReq). */
export function authenticationAnswer(
  tokenization: Tokenization,
  outcome: Outcome,
  context: Context,
  answers: { answers?: string },
): TokenizationDecision {
  const { merchant, phase } = tokenization
  const challenged = phase === 'challenging'
  const verdict = authenticationVerdict(outcome, { challenged, merchant, now: context.now })
  switch (verdict.type) {
    case 'challenge':
      return accept([{ type: 'challengeNeeded', ...answers, challenge: verdict.challenge }])
    case 'profile':
      // It was told that no page can show the issuer's: whoever asks for one authenticates nobody.
      return accept([{ type: 'rejected', ...answers, rejectCode: 'AUTHENTICATION_UNAVAILABLE' }])
    case 'reject':
      return accept([{ type: 'rejected', ...answers, ...verdict.reason }])
    case 'proceed':
      return accept(goOn(tokenization, verdict.authentication, context, answers))
  }
}
