import { assert, impossible } from '../../assert.ts'
import { challengeInquiry } from '../../actor/authentication.ts'
import { advance, advanceEnd, decideDue } from '../../actor/clock.ts'
import { contextOf } from '../../actor/context.ts'
import type { Context } from '../../actor/context.ts'
import type { Wall } from '../../actor/decision.ts'
import { accept, refuse } from '../../actor/decision.ts'
import { chargeInquiry } from '../../actor/redirect.ts'
import { hold, isAllowedWhileHeld, resume } from '../../actor/hold.ts'
import type { CommandMessage, Message } from '../../actor/message.ts'
import { commandIdOf, isExpired } from '../../actor/message.ts'
import type {
  TokenizationCommand,
  TokenizationCommandName,
  TokenizationCommandOf,
} from '../commands.ts'
import type { TokenizationDeadlineName } from '../deadlines.ts'
import { evolve } from '../evolve.ts'
import type { Tokenization } from '../tokenization.ts'
import { authenticationAnswer } from './authentication.ts'
import { acquirerNews, payerReturned } from './away.ts'
import { cancel, giveUp } from './cancel.ts'
import { complete } from './complete.ts'
import type { Decide, TokenizationDecision } from './context.ts'
import { create } from './create.ts'
import { discard } from './discard.ts'
import { result } from './result.ts'
import { renew, tokenState } from './token-change.ts'

/** What a message leads to: events and an outcome, or a refusal. Pure: no clock, no I/O. */
export function decide(
  tokenization: Tokenization | undefined,
  message: Message,
  now: number,
  wall?: Wall,
): TokenizationDecision {
  switch (message.type) {
    case 'command':
      return decideCommand(tokenization, message as CommandMessage<TokenizationCommand>, now, wall)
    case 'result':
      assert(tokenization, 'a result before created')
      return result(
        tokenization,
        message.callId,
        message.outcome,
        contextOf(message.callId, tokenization, now, wall),
      )
    case 'due':
      assert(tokenization, 'a deadline before created')
      return decideDue(tokenization, message, now, {
        evolve,
        decide: (there) => dues[message.name as TokenizationDeadlineName](there),
      })
    case 'unreadable':
      return refuse('invalid_request')
    default:
      return impossible(message)
  }
}

function decideCommand(
  tokenization: Tokenization | undefined,
  message: CommandMessage<TokenizationCommand>,
  now: number,
  wall: Wall | undefined,
): TokenizationDecision {
  const { id, command, requestId } = message
  const expired = wall === 'tooLate' || isExpired(message, now, tokenization)
  const context: Context = { commandId: commandIdOf(id), now, requestId, wall }
  if (!tokenization)
    return command.name === 'create'
      ? create(command, context, expired)
      : refuse('tokenizer_not_found')
  if (expired) return refuse('command_expired')
  if (wall === 'approvalMissing') return refuse('approval_missing')
  if (tokenization.held && !isAllowedWhileHeld(command.name)) return refuse('payment_held')
  const rule = rules[command.name] as Decide<TokenizationCommand> | undefined
  return rule ? rule(tokenization, command, context) : refuse('invalid_request')
}

const rules: { [N in TokenizationCommandName]: Decide<TokenizationCommandOf<N>> } = {
  create: () => accept([]),
  complete,
  cancel,
  discard,
  tokenState,
  renew,
  authenticationResult: (tokenization, { serverTransId, outcome }, context) =>
    tokenization.phase === 'challenging' && tokenization.challenge?.serverTransId === serverTransId
      ? authenticationAnswer(tokenization, outcome, context, {})
      : accept([]),
  payerReturned,
  acquirerNews,
  advance,
  hold,
  resume,
}

const dues: Record<TokenizationDeadlineName, (tokenization: Tokenization) => TokenizationDecision> =
  {
    expiry: (tokenization) => giveUp(tokenization, { status: 'cancelled', rejectCode: 'EXPIRED' }),
    challengeTimeout: () => accept([{ type: 'rejected', rejectCode: 'AUTHENTICATION_TIMEOUT' }]),
    challengeResult: ({ challenge }) =>
      accept(challenge ? [{ type: 'challengeInquired', call: challengeInquiry(challenge) }] : []),
    // Nothing is charged by the check of a card: whoever comes later has only been too late.
    redirectTimeout: () => accept([{ type: 'rejected', rejectCode: 'AUTHENTICATION_TIMEOUT' }]),
    redirectResult: ({ redirect }) =>
      accept(redirect ? [{ type: 'chargeInquired', call: chargeInquiry(redirect) }] : []),
    delivery: () => accept([]),
    advanceEnd,
  }
