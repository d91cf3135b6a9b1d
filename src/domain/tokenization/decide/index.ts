import { assert, impossible } from '../../assert.ts'
import type { Wall } from '../../actor/decision.ts'
import { accept, refuse } from '../../actor/decision.ts'
import type { CommandMessage, Message } from '../../actor/message.ts'
import { commandIdOf } from '../../actor/message.ts'
import type {
  TokenizationCommand,
  TokenizationCommandName,
  TokenizationCommandOf,
} from '../commands.ts'
import type { TokenizationDeadlineName } from '../deadlines.ts'
import type { TokenizationEvent } from '../events.ts'
import { evolve } from '../evolve.ts'
import type { Tokenization } from '../tokenization.ts'
import { authenticationAnswer } from './authentication.ts'
import { cancel, giveUp } from './cancel.ts'
import { complete } from './complete.ts'
import type { Context, Decide, TokenizationDecision } from './context.ts'
import { create } from './create.ts'
import { discard, tokenState } from './discard.ts'
import { result } from './result.ts'

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
    case 'result': {
      assert(tokenization, 'a result before created')
      const commandId = originOf(message.callId) ?? tokenization.id
      const { requestId } = tokenization
      const context = { commandId, now, requestId, wall }
      return result(tokenization, message.callId, message.outcome, context)
    }
    case 'due':
      assert(tokenization, 'a deadline before created')
      return decideDue(tokenization, message, now)
    case 'unreadable':
      return refuse('invalid_request')
    default:
      return impossible(message)
  }
}

function decideCommand(
  tokenization: Tokenization | undefined,
  { id, command, requestId, notAfter }: CommandMessage<TokenizationCommand>,
  now: number,
  wall: Wall | undefined,
): TokenizationDecision {
  const wallNow = now - (tokenization?.clockOffsetMs ?? 0)
  const expired = notAfter !== undefined && wallNow > notAfter
  const context: Context = { commandId: commandIdOf(id), now, requestId, wall }
  if (!tokenization)
    return command.name === 'create'
      ? create(command, context, expired)
      : refuse('tokenizer_not_found')
  if (expired) return refuse('command_expired')
  if (tokenization.held && command.name !== 'resume' && command.name !== 'advance')
    return refuse('payment_held')
  const rule = rules[command.name] as Decide<TokenizationCommand> | undefined
  return rule ? rule(tokenization, command, context) : refuse('invalid_request')
}

const rules: { [N in TokenizationCommandName]: Decide<TokenizationCommandOf<N>> } = {
  create: () => accept([]),
  complete,
  cancel,
  discard,
  tokenState,
  authenticationResult: (tokenization, { serverTransId, outcome }, context) =>
    tokenization.phase === 'challenging' && tokenization.challenge?.serverTransId === serverTransId
      ? authenticationAnswer(tokenization, outcome, context, {})
      : accept([]),
  advance: ({ merchant, clockOffsetMs, advance }, { seconds }, { commandId, now }) => {
    if (merchant.live) return refuse('not_found')
    const target = Math.max(now, advance?.target ?? 0) + seconds * 1000
    return accept([{ type: 'clockMoved', offsetMs: clockOffsetMs, advance: { commandId, target } }])
  },
  hold: (_, { reason }) => accept([{ type: 'held', reason }]),
  resume: ({ held }) => accept(held ? [{ type: 'resumed' }] : []),
}

const dues: Record<TokenizationDeadlineName, (tokenization: Tokenization) => TokenizationDecision> =
  {
    expiry: (tokenization) => giveUp(tokenization, { status: 'cancelled', rejectCode: 'EXPIRED' }),
    challengeTimeout: () => accept([{ type: 'rejected', rejectCode: 'AUTHENTICATION_TIMEOUT' }]),
    delivery: () => accept([]),
    advanceEnd: ({ clockOffsetMs }) => accept([{ type: 'clockMoved', offsetMs: clockOffsetMs }]),
  }

/** While the sandbox clock is being moved, it jumps to each deadline on the way. */
function decideDue(
  tokenization: Tokenization,
  { name, at }: Extract<Message, { type: 'due' }>,
  now: number,
): TokenizationDecision {
  const { clockOffsetMs, advance } = tokenization
  const jump: TokenizationEvent[] =
    at > now
      ? [
          {
            type: 'clockMoved',
            offsetMs: clockOffsetMs + at - now,
            ...(advance ? { advance } : {}),
          },
        ]
      : []
  const there = jump.reduce((before, event) => evolve(before, event, at), tokenization)
  const decision = dues[name as TokenizationDeadlineName](there)
  return { ...decision, events: [...jump, ...decision.events] }
}

/** Calls that follow from a result are named after the command that began it. */
const originOf = (callId: string): string | undefined =>
  /^call\/[a-z]+-[\w]+-([a-z]+)/.exec(callId)?.[1]
