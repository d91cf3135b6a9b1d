import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { endEvent } from '../../actor/ending.ts'
import { accept } from '../../actor/decision.ts'
import type { Call, Outcome, StoredToken } from '../../actor/call.ts'
import { callAgain, newCall } from '../../actor/new-call.ts'
import type { Ending } from '../../actor/ending.ts'
import type { Tokenization } from '../tokenization.ts'
import type { TokenizationDecision } from './context.ts'
import type { Context } from '../../actor/context.ts'

const MAX_ATTEMPTS = 3
const failed = (detail: string): Ending => ({ status: 'errored', ...systemError(detail) })

/** A number for the stored card; when somebody was faster with this card, another is looked up. */
export function assignmentAnswer(
  call: Call,
  outcome: Outcome,
  { wall }: Context,
): TokenizationDecision {
  const answers = call.id
  if (outcome.type !== 'stored') return end(failed(`assigning a token: ${outcome.type}`), answers)
  return accept([
    wall === 'tokenTaken'
      ? { type: 'called', answers, call: callAgain(call) }
      : { type: 'stored', answers, token: outcome.token },
  ])
}

/**
 * The network's answer. What is unknown is asked about; what was not found is sent again under the
 * same reference, which gives the same token, however often it arrives.
 */
export function provisioningAnswer(
  { ending }: Tokenization,
  call: Call,
  outcome: Outcome,
): TokenizationDecision {
  const answers = call.id
  switch (outcome.type) {
    case 'stored':
      return ending
        ? accept([{ type: 'undoingStarted', answers, ...unwanted(outcome.token, call) }])
        : accept([{ type: 'stored', answers, token: outcome.token }])
    case 'declined':
      return end(ending ?? { status: 'rejected', ...reasonGiven(outcome) }, answers)
    case 'unknown':
      return accept([{ type: 'called', answers, call: inquiry(call) }])
    case 'notFound':
      return ending || !call.about || call.about.attempt >= MAX_ATTEMPTS
        ? end(ending ?? failed('the network does not know the token'), answers)
        : accept([{ type: 'called', answers, call: callAgain(call.about) }])
    default:
      return end(ending ?? failed(`making a network token: ${outcome.type}`), answers)
  }
}

/** The unwanted token is gone from its network; the tokenization ends as it was to end. */
export const undone = ({ ending }: Tokenization, { id }: Call): TokenizationDecision =>
  end(ending ?? failed('the token was not wanted any more'), id)

const unwanted = (token: StoredToken, { reference }: Call) => ({
  token,
  call: newCall('discardToken', `${reference}-undo`),
})

const inquiry = (about: Call): Call => ({
  ...newCall('inquireProvision', about.reference),
  id: `${about.id}/inquire`,
  about,
})

const end = (ending: Ending, answers: string): TokenizationDecision =>
  accept([{ ...endEvent(ending), answers }])
