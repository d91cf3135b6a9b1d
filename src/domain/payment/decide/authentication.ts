import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import { authenticationVerdict } from '../../actor/sca-policy.ts'
import type { Outcome } from '../../actor/call.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import type { Context } from '../../actor/context.ts'
import { goOn } from './process.ts'

/** The answer of the 3-D Secure server, at once (ARes) or after a challenge (RReq). */
export function authenticationAnswer(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: { answers?: string },
): Decision<Event> {
  const { merchant, phase } = payment
  const challenged = phase === 'challenging'
  const verdict = authenticationVerdict(outcome, { challenged, merchant, now: context.now })
  switch (verdict.type) {
    case 'challenge':
      return accept([{ type: 'challengeNeeded', ...answers, challenge: verdict.challenge }])
    case 'reject':
      return accept([{ type: 'rejected', ...answers, ...verdict.reason }])
    case 'proceed':
      return accept(goOn(payment, verdict.authentication, context, answers))
  }
}
