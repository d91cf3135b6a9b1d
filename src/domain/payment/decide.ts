import { assert, impossible } from '../assert.ts'
import type { PaymentCallKind } from '../actor/call.ts'
import { decideDue } from '../actor/clock.ts'
import { contextOf } from '../actor/context.ts'
import type { Context } from '../actor/context.ts'
import type { Decision, Wall } from '../actor/decision.ts'
import { accept, refuse } from '../actor/decision.ts'
import { isAllowedWhileHeld } from '../actor/hold.ts'
import type { CommandMessage, Message } from '../actor/message.ts'
import { commandIdOf, isExpired } from '../actor/message.ts'
import type { PaymentCommand } from './commands.ts'
import type { DeadlineName } from './deadline-name.ts'
import type { Event } from './events.ts'
import { evolve } from './evolve.ts'
import { callRules, commandRules, deadlineRules } from './operations/index.ts'
import type { CommandRule } from './operations/operation.ts'
import { create } from './operations/registration.ts'
import { untilCertain } from './operations/verdict.ts'
import type { Payment } from './payment.ts'

/** What a message leads to: events and an outcome, or a refusal. Pure: no clock, no I/O. */
export function decide(
  payment: Payment | undefined,
  message: Message,
  now: number,
  wall?: Wall,
): Decision<Event> {
  switch (message.type) {
    case 'command':
      return decideCommand(payment, message as CommandMessage<PaymentCommand>, now, wall)
    case 'result':
      assert(payment, 'a result before created')
      return decideResult(payment, message, contextOf(message.callId, payment, now, wall))
    case 'due':
      assert(payment, 'a deadline before created')
      return decideDue(payment, message, now, {
        evolve,
        decide: (there, at) =>
          deadlineRules[message.name as DeadlineName].decide(
            there,
            contextOf(message.name, there, at, wall),
          ),
      })
    case 'unreadable':
      return refuse('invalid_request')
    default:
      return impossible(message)
  }
}

function decideCommand(
  payment: Payment | undefined,
  message: CommandMessage<PaymentCommand>,
  now: number,
  wall: Wall | undefined,
): Decision<Event> {
  const { command } = message
  const expired = wall === 'tooLate' || isExpired(message, now, payment)
  const context: Context = {
    commandId: commandIdOf(message.id),
    now,
    requestId: message.requestId,
    wall,
  }
  if (!payment)
    return command.name === 'create'
      ? create(command, context, expired)
      : refuse('payment_not_found')
  if (expired) return refuse('command_expired')
  if (wall === 'approvalMissing') return refuse('approval_missing')
  if (payment.held && !isAllowedWhileHeld(command.name)) return refuse('payment_held')
  const rule = commandRules[command.name] as CommandRule | undefined
  return rule ? rule.decide(payment, command, context) : refuse('invalid_request')
}

/** What came of a call. A call that the payment no longer waits for changes nothing. */
function decideResult(
  payment: Payment,
  { callId, outcome }: Extract<Message, { type: 'result' }>,
  context: Context,
): Decision<Event> {
  const call = payment.calls.find(({ id }) => id === callId)
  if (!call) return accept([])
  const rule = callRules[(call.about ?? call).kind as PaymentCallKind]
  return 'verdict' in rule
    ? untilCertain(payment, call, outcome, context, rule.verdict)
    : rule.answer(payment, call, outcome, context)
}
