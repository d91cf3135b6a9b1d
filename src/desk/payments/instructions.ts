import { z } from 'zod'
import { toMinor } from '../../domain/money.ts'
import { cancelCommand } from '../../domain/payment/cancel-command.ts'
import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { randomId } from '../../vault/random-id.ts'
import type { DeskCommand } from '../command.ts'
import { deskCommand, one } from '../command.ts'
import { reason, text } from '../fields.ts'
import { CommandFailure, wrongUsage } from '../failure.ts'
import { withConnections } from '../with-connections.ts'
import { withReview } from '../with-review.ts'
import { exchangesCommand } from './exchanges.ts'
import { findPayment, instructPayment } from './instruct-payment.ts'
import { rebuildCommand } from './rebuild.ts'
import { requestInstruction } from './request-instruction.ts'

/** What operators may ask of a payment, with the words of the page that offers it. */
export interface PaymentInstruction {
  command: DeskCommand
  verb: string
  /** What a person should know before it happens. */
  explains: string
  /** The message that it becomes in the payment's own history. Absent: it is none. */
  messageOf?: MessageOf
}

type MessageOf = (
  payment: Payment,
  given: { reason: string; amount?: string | undefined },
) => PaymentCommand | Promise<PaymentCommand>

type Rule = Pick<DeskCommand, 'name' | 'description' | 'because'>

const paymentId = text('paymentId', 'of the payment, or the beginning that no other has')
const input = z.strictObject({ paymentId, reason })
const amount = text('amount', 'in major units; all when not given').optional()
const example = { paymentId: 'dyscz…', reason: 'case 4711' }
const movesMoney = 'it moves money'

/** By the word that asks for each. */
export const paymentInstructions: Readonly<Record<string, PaymentInstruction>> = {
  hold: byOne({
    name: 'payment hold',
    description: 'stop the payment until it is resumed',
    because: 'in an incident one person must be able to stop a payment',
    verb: 'Hold',
    explains:
      'The payment stops until somebody resumes it. What is under way outside is not undone.',
    messageOf: (_, given) => ({ name: 'hold', reason: given.reason }),
  }),
  resume: byOne({
    name: 'payment resume',
    description: 'let a held payment go on',
    because: 'the payment goes on as it would have',
    verb: 'Resume',
    explains: 'The payment goes on where it was stopped.',
    messageOf: (_, given) => ({ name: 'resume', reason: given.reason }),
  }),
  drop: byTwo({
    name: 'payment drop',
    description: 'give up the message that it is held for, and go on',
    because: 'a message that may be about money is given up',
    verb: 'Drop the message',
    explains: 'The message that it is held for is given up, and the payment goes on.',
    messageOf: (_, given) => ({ name: 'resume', reason: given.reason, drop: true }),
  }),
  inquire: byOne({
    name: 'payment inquire',
    description: 'ask the provider now instead of at the next turn',
    because: 'it asks the provider what is so',
    verb: 'Ask the provider',
    explains: 'The provider is asked now what became of it, instead of at the next turn.',
    messageOf: () => ({ name: 'inquire' }),
  }),
  capture: byTwo({
    name: 'payment capture',
    description: 'capture on behalf of the merchant',
    because: movesMoney,
    verb: 'Capture',
    explains: 'Takes money out of the hold on behalf of the merchant.',
    amount,
    messageOf: (payment, given) => ({ name: 'capture', ...movement(payment, given.amount) }),
  }),
  refund: byTwo({
    name: 'payment refund',
    description: 'refund on behalf of the merchant',
    because: movesMoney,
    verb: 'Refund',
    explains: 'Gives money back on behalf of the merchant.',
    amount,
    messageOf: (payment, given) => ({ name: 'refund', ...movement(payment, given.amount) }),
  }),
  cancel: byTwo({
    name: 'payment cancel',
    description: 'cancel or reverse the payment',
    because: movesMoney,
    verb: 'Cancel',
    explains: 'Cancels the payment, and reverses what was charged.',
    messageOf: async (payment, given) => {
      // With it come the clients of all providers: only who cancels waits for them.
      const providers = await import('../../connectors/registry.ts')
      const order = { by: 'operator', reason: given.reason, releasesRest: true } as const
      return cancelCommand(providers, payment, order)
    },
  }),
  exchanges: {
    command: exchangesCommand,
    verb: 'Read what providers said',
    explains:
      'Shows what its providers were asked and answered, word for word but for cards and keys. That you have read it is written down.',
  },
  rebuild: {
    command: rebuildCommand,
    verb: 'Rebuild its workflow',
    explains:
      'For a payment whose tasks fail since a bad build: its workflow begins again from the last task that this build agrees with, and what was done outside is not done again. A row that says otherwise than its journal is written again from it.',
  },
}

const advance = deskCommand({
  name: 'payment advance',
  description: 'sandbox only: move the clock of the payment forward',
  ...one('operator', 'only the sandbox has a clock that can be moved'),
  input: z.strictObject({ paymentId, seconds: z.int().min(1).meta({ description: 'how far' }) }),
  takes: ['paymentId', 'seconds'],
  examples: [{ paymentId: 'dyscz…', seconds: 86_400 }],
  carryOut: ({ paymentId: id, seconds }, caller) =>
    withReview(async (parts) => {
      if (parts.config.environment !== 'sandbox')
        throw new CommandFailure('only the sandbox has a clock that can be moved')
      const payment = await findPayment(parts.db, id)
      const why = { commandId: randomId(), reason: `${String(seconds)} s` }
      return instructPayment(parts, payment, { name: 'advance', seconds }, { ...caller, ...why })
    }),
})

export const paymentCommands: readonly DeskCommand[] = [
  ...Object.values(paymentInstructions).map(({ command }) => command),
  advance,
]

type Words = Rule & Required<Omit<PaymentInstruction, 'command'>>

/** As a message in the payment's own history. */
function byOne({ verb, explains, messageOf, ...rule }: Words): PaymentInstruction {
  const command = deskCommand({
    ...rule,
    role: 'operator',
    people: 'one',
    input,
    takes: ['paymentId'],
    examples: [example],
    carryOut: (given, caller) =>
      withReview(async (parts) => {
        const payment = await findPayment(parts.db, given.paymentId)
        const message = await messageOf(payment, given)
        const why = { commandId: randomId(), reason: given.reason }
        return instructPayment(parts, payment, message, { ...caller, ...why })
      }),
  })
  return { command, verb, explains, messageOf }
}

/** Money moves only when another person has agreed. */
function byTwo({
  verb,
  explains,
  messageOf,
  amount: takesAmount,
  ...rule
}: Words & { amount?: typeof amount }): PaymentInstruction {
  const command = deskCommand({
    ...rule,
    description: `${rule.description}; a second person has to approve it`,
    role: 'operator',
    people: 'two',
    input: takesAmount ? input.extend({ amount: takesAmount }) : input,
    takes: ['paymentId'],
    examples: [example],
    carryOut: (given: z.output<typeof input> & { amount?: string | undefined }, caller) =>
      withConnections(async ({ db }) => {
        const payment = await findPayment(db, given.paymentId)
        const message = await messageOf(payment, given)
        const order = { paymentId: payment.id, command: message }
        return requestInstruction(db, order, { ...caller, reason: given.reason })
      }),
  })
  return { command, verb, explains, messageOf }
}

const movement = (payment: Payment, given: string | undefined) => ({
  ...(given !== undefined && { amountMinor: minorOf(given, payment) }),
  description: 'by an operator',
})

function minorOf(given: string, { order: { currency } }: Payment): number {
  const minor = toMinor(given.replace(',', '.'), currency)
  if (minor === undefined) throw wrongUsage(`no amount of ${currency}: ${given}`)
  return minor
}
