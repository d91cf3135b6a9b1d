import { decide } from '../../domain/payment/decide.ts'
import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Operator } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import { formatMoney } from '../../domain/money.ts'
import { link, section } from './layout.ts'
import type { Field, PageAction } from './actions.ts'

interface Instruction {
  words: string
  says: string
  /** The message that the payment's own rules are asked about. Absent: it is none to the payment. */
  command?: PaymentCommand
  movesMoney?: true
  takesAmount?: true
}

const reason = ''
const second = 'Nothing moves until another person has agreed to it, within 24 hours.'

/** What operators may ask of a payment: the instructions of the command line, by their names. */
const instructions: Readonly<Record<string, Instruction>> = {
  hold: {
    words: 'Hold',
    says: 'The payment stops until somebody resumes it. What is under way outside is not undone.',
    command: { name: 'hold', reason },
  },
  resume: {
    words: 'Resume',
    says: 'The payment goes on where it was stopped.',
    command: { name: 'resume', reason },
  },
  drop: {
    words: 'Drop the message',
    says: `The message that it is held for is given up, and the payment goes on. ${second}`,
    command: { name: 'resume', reason, drop: true },
    movesMoney: true,
  },
  inquire: {
    words: 'Ask the provider',
    says: 'The provider is asked now what became of it, instead of at the next turn.',
    command: { name: 'inquire' },
  },
  capture: {
    words: 'Capture',
    says: `Takes money out of the hold on behalf of the merchant. ${second}`,
    command: { name: 'capture' },
    movesMoney: true,
    takesAmount: true,
  },
  refund: {
    words: 'Refund',
    says: `Gives money back on behalf of the merchant. ${second}`,
    command: { name: 'refund' },
    movesMoney: true,
    takesAmount: true,
  },
  cancel: {
    words: 'Cancel',
    says: `Cancels the payment, and reverses what was charged. ${second}`,
    command: { name: 'cancel', by: 'operator', reason, givesBack: true },
    movesMoney: true,
  },
  rebuild: {
    words: 'Rebuild its workflow',
    says: `For a payment whose tasks fail since a bad build: its workflow begins again from the last task that this build agrees with, and what was done outside is not done again. A row that says otherwise than its journal is written again from it. ${second}`,
    movesMoney: true,
  },
}

/** All of them, for those who compare them with the command line. @internal */
export const instructionNames: readonly string[] = Object.keys(instructions)

/** The instructions that would change something now: asked of the rules themselves. */
export const allowedInstructions = (payment: Payment, now: number): string[] =>
  Object.entries(instructions).flatMap(([name, { command }]) => {
    if (!command) return [name]
    const message = {
      type: 'command',
      id: 'cmd/look',
      actor: 'gateway',
      requestId: 'look',
    } as const
    const { events, outcome } = decide(
      payment,
      { ...message, command },
      now + payment.clockOffsetMs,
    )
    return outcome.accepted && events.length > 0 ? [name] : []
  })

/** On the page of the payment: what this operator could do about it. */
export function actionsSection(payment: Payment, { role }: Operator, now: number): string {
  if (!mayAs(role, 'operator')) return ''
  const allowed = allowedInstructions(payment, now)
  const links = allowed.map((name) => {
    const { words = name, movesMoney } = instructions[name] ?? {}
    const note = movesMoney ? ' <span class="none">two people</span>' : ''
    return `<li>${link(`/payments/${payment.id}/do/${name}`, words)}${note}</li>`
  })
  const again = `<li>${link(`/notifications/do/resend?payment=${payment.id}`, 'Send its notifications again')}</li>`
  return section('What can be done', `<ul class="actions">${links.join('')}${again}</ul>`)
}

/** Undefined when the payment does not allow it. */
export function paymentAction(payment: Payment, name: string, now: number): PageAction | undefined {
  const instruction = instructions[name]
  if (!instruction || !allowedInstructions(payment, now).includes(name)) return undefined
  const { words, says, takesAmount } = instruction
  const { order, id, phase } = payment
  const amount: Field = { name: 'amount', label: `Amount in ${order.currency}; all when empty` }
  return {
    title: `${words}: ${formatMoney(order.amountMinor, order.currency)}`,
    verb: words,
    says: `Payment ${id} of ${payment.merchant.name}, now ${phase}. ${says}`,
    fields: [
      ...(takesAmount ? [amount] : []),
      { name: 'reason', label: 'Reason, for the audit', required: true },
    ],
    args: (values) => [
      ...['payment', name, id, `--reason=${values['reason'] ?? ''}`],
      ...(values['amount'] ? [`--amount=${values['amount'].replace(',', '.')}`] : []),
    ],
    place: '/payments',
    back: `/payments/${id}`,
  }
}
