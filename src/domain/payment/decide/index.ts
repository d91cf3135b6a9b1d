import { assert, impossible } from '../../assert.ts'
import { originOf } from '../../actor/call.ts'
import { advance, decideDue } from '../../actor/clock.ts'
import type { Context } from '../../actor/context.ts'
import type { Decision, Wall } from '../../actor/decision.ts'
import { accept, refuse } from '../../actor/decision.ts'
import { hold, isAllowedWhileHeld, resume } from '../../actor/hold.ts'
import type { CommandMessage, Message } from '../../actor/message.ts'
import { commandIdOf, isExpired } from '../../actor/message.ts'
import type { PaymentCommand, PaymentCommandName } from '../commands.ts'
import type { DeadlineName } from '../deadlines.ts'
import type { Event } from '../events.ts'
import { evolve } from '../evolve.ts'
import type { Payment } from '../payment.ts'
import { authenticationAnswer } from './authentication.ts'
import { cancel } from './cancel.ts'
import { complete } from './complete.ts'
import type { Decide } from './context.ts'
import { create } from './create.ts'
import { dues } from './due.ts'
import { adjust, capture, withdraw } from './preauthorization.ts'
import { payerNews } from './payer.ts'
import { profiled } from './profiling.ts'
import { inquiry, mayBePaidLate } from './provider.ts'
import { refund } from './refund.ts'
import { acquirerNews, result } from './result.ts'
import { settle } from './settlement.ts'
import { transactionStatus } from './transaction-status.ts'

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
      return result(
        payment,
        message.callId,
        message.outcome,
        contextOf(message.callId, payment, now, wall),
      )
    case 'due':
      assert(payment, 'a deadline before created')
      return decideDue(payment, message, now, {
        evolve,
        decide: (there, at) =>
          dues[message.name as DeadlineName](there, contextOf(message.name, there, at, wall)),
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
  const rule = rules[command.name] as Decide<PaymentCommand> | undefined
  return rule ? rule(payment, command, context) : refuse('invalid_request')
}

const rules: { [N in PaymentCommandName]: Decide<Extract<PaymentCommand, { name: N }>> } = {
  create: () => accept([]),
  complete,
  cancel,
  capture,
  adjust,
  withdraw,
  refund,
  restore: (payment, { linkId, renews }, { now }) =>
    payment.phase === 'gathering' && payment.channel === 'PAYWALL'
      ? accept([{ type: 'linkRestored', linkId, ...(renews && renewed(payment, now)) }])
      : refuse('payment_not_restorable'),
  advance,
  profiled: (payment, { serverTransId }, context) =>
    payment.phase === 'profiling' && payment.profiling?.serverTransId === serverTransId
      ? profiled(payment, 'Y', context)
      : accept([]),
  authenticationResult: (payment, { serverTransId, outcome }, context) =>
    payment.phase === 'challenging' && payment.challenge?.serverTransId === serverTransId
      ? authenticationAnswer(payment, outcome, context, {})
      : accept([]),
  acquirerNews: (payment, { reference, outcome }, context) =>
    acquirerNews(payment, reference, outcome, context),
  blikStatus: (payment, { reference, outcome }, context) =>
    payment.reference === reference ? payerNews(payment, outcome, context, {}) : accept([]),
  transactionStatus,
  inquire: (payment) =>
    payment.calls.length === 0 && (payment.nextInquiryAt !== undefined || mayBePaidLate(payment))
      ? accept([{ type: 'inquired', call: inquiry(payment) }])
      : accept([]),
  settle,
  hold,
  resume,
}

/** A payer who gets a new link late would open a page that ends at once. */
const renewed = ({ validUntil, options }: Payment, now: number): { validUntil: number } => ({
  validUntil: Math.max(validUntil, now + options.validTime * 1000),
})

const contextOf = (id: string, payment: Payment, now: number, wall: Wall | undefined): Context => ({
  commandId: originOf(id) ?? payment.id,
  now,
  requestId: payment.requestId,
  wall,
})
