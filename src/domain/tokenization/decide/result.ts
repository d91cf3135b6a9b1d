import { isChallengeOver } from '../../actor/authentication.ts'
import { accept } from '../../actor/decision.ts'
import type { Outcome } from '../../actor/call.ts'
import type { Tokenization } from '../tokenization.ts'
import { authenticationAnswer } from './authentication.ts'
import type { TokenizationDecision } from './context.ts'
import type { Context } from '../../actor/context.ts'
import { assignmentAnswer, provisioningAnswer, undone } from './storing.ts'
import { routeAnswer } from './route-answer.ts'
import { verificationAnswer } from './verification.ts'

/** What came of a call. A call that the tokenization no longer waits for changes nothing. */
export function result(
  tokenization: Tokenization,
  callId: string,
  outcome: Outcome,
  context: Context,
): TokenizationDecision {
  const call = tokenization.calls.find(({ id }) => id === callId)
  if (!call) return accept([])
  switch (call.kind) {
    case 'route':
      return routeAnswer(tokenization, call, outcome, context)
    case 'authenticate':
      return authenticationAnswer(tokenization, outcome, context, { answers: call.id })
    case 'inquireAuthentication':
      return tokenization.phase === 'challenging' && isChallengeOver(outcome)
        ? authenticationAnswer(tokenization, outcome, context, { answers: call.id })
        : accept([{ type: 'called', answers: call.id }])
    case 'assignToken':
      return assignmentAnswer(call, outcome, context)
    case 'provision':
    case 'inquireProvision':
      return provisioningAnswer(tokenization, call, outcome)
    case 'discardToken':
      return tokenization.phase === 'undoing'
        ? undone(tokenization, call)
        : accept([{ type: 'discarded', answers: call.id }])
    default:
      return verificationAnswer(tokenization, call, outcome, context)
  }
}
