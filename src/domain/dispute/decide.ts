import { assert, impossible } from '../assert.ts'
import type { DisputeCallKind } from '../actor/call.ts'
import { decideDue } from '../actor/clock.ts'
import { contextOf } from '../actor/context.ts'
import type { Context } from '../actor/context.ts'
import type { Decision, Wall } from '../actor/decision.ts'
import { accept, refuse } from '../actor/decision.ts'
import { isAllowedWhileHeld } from '../actor/hold.ts'
import type { CommandMessage, Message } from '../actor/message.ts'
import { commandIdOf, isExpired } from '../actor/message.ts'
import type { DisputeCommand } from './commands.ts'
import type { Dispute } from './dispute.ts'
import type { DisputeEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { callRules, commandRules, deadlineRules } from './operations/index.ts'
import type { CommandRule, DisputeDeadlineName } from './operations/operation.ts'
import { open } from './operations/report.ts'

/** What a message leads to: events and an outcome, or a refusal. Pure: no clock, no I/O. */
export function decide(
  dispute: Dispute | undefined,
  message: Message,
  now: number,
  wall?: Wall,
): Decision<DisputeEvent> {
  switch (message.type) {
    case 'command':
      return decideCommand(dispute, message as CommandMessage<DisputeCommand>, now, wall)
    case 'result':
      assert(dispute, 'a result before opened')
      return decideResult(dispute, message, contextOf(message.callId, dispute, now, wall))
    case 'due':
      assert(dispute, 'a deadline before opened')
      return decideDue(dispute, message, now, {
        evolve,
        decide: (there, at) =>
          deadlineRules[message.name as DisputeDeadlineName].decide(
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
  dispute: Dispute | undefined,
  message: CommandMessage<DisputeCommand>,
  now: number,
  wall: Wall | undefined,
): Decision<DisputeEvent> {
  const { id, command, requestId } = message
  const context: Context = { commandId: commandIdOf(id), now, requestId, wall }
  if (!dispute)
    return command.name === 'report' ? open(command, context) : refuse('dispute_not_found')
  if (wall === 'tooLate' || isExpired(message, now, dispute)) return refuse('command_expired')
  if (wall === 'approvalMissing') return refuse('approval_missing')
  // Money that has moved is booked whoever has stopped what.
  const isHeard = isAllowedWhileHeld(command.name) || command.name === 'report'
  if (dispute.held && !isHeard) return refuse('payment_held')
  const rule = commandRules[command.name] as CommandRule | undefined
  return rule ? rule.decide(dispute, command, context) : refuse('invalid_request')
}

/** What came of a call. A call that the dispute no longer waits for changes nothing. */
function decideResult(
  dispute: Dispute,
  { callId, outcome }: Extract<Message, { type: 'result' }>,
  context: Context,
): Decision<DisputeEvent> {
  const call = dispute.calls.find(({ id }) => id === callId)
  if (!call) return accept([])
  const rule = callRules[(call.about ?? call).kind as DisputeCallKind]
  return rule.answer(dispute, call, outcome, context)
}
