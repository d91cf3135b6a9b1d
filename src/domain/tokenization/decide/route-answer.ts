import type { Call, Outcome } from '../../actor/call.ts'
import type { Context } from '../../actor/context.ts'
import { accept } from '../../actor/decision.ts'
import { systemError } from '../../reasons/given-reason.ts'
import type { TokenizationEvent } from '../events.ts'
import { evolve } from '../evolve.ts'
import type { Tokenization } from '../tokenization.ts'
import type { TokenizationDecision } from './context.ts'
import { startProcessing } from './process.ts'

/** The account that checks the card, and who asks the cardholder there. */
export function routeAnswer(
  tokenization: Tokenization,
  { id: answers }: Call,
  outcome: Outcome,
  context: Context,
): TokenizationDecision {
  if (outcome.type !== 'routed')
    return accept([{ type: 'errored', answers, ...systemError(`routing: ${outcome.type}`) }])
  const { choice } = outcome
  const chosen: TokenizationEvent = { type: 'routeChosen', answers, choice }
  if (choice.via === undefined && choice.rule !== undefined) {
    const detail = `no account of the rule ${choice.rule} can check a card`
    return accept([chosen, { type: 'errored', ...systemError(detail) }])
  }
  return accept([chosen, ...startProcessing(evolve(tokenization, chosen, context.now), context)])
}
