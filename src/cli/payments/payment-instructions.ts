import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { toMinor } from '../../domain/money.ts'
import { cancelCommand } from '../../domain/payment/cancel-command.ts'
import type { PaymentCommand } from '../../domain/payment/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { randomId } from '../../vault/random-id.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure } from '../exit.ts'
import type { Instruction } from './instruct-payment.ts'
import { findPayment, instructPayment } from './instruct-payment.ts'
import { examples } from '../print.ts'
import { requestInstruction } from './request-instruction.ts'
import { withConnections } from '../with-connections.ts'
import { withReview } from '../incidents/with-review.ts'

/** Instructions of operators, as messages in the payment's own history. */
export function addInstructions(command: Command): void {
  instruction(command, 'hold', 'stop the payment until it is resumed', (_, { reason }) => ({
    name: 'hold',
    reason,
  }))
  instruction(command, 'resume', 'let a held payment go on', (_, { reason }) => ({
    name: 'resume',
    reason,
  }))
  movement(
    command,
    'drop',
    'give up the message that it is held for, and go on',
    (_, { reason }) => ({
      name: 'resume',
      reason,
      drop: true,
    }),
  )
  instruction(command, 'inquire', 'ask the provider now instead of at the next turn', () => ({
    name: 'inquire',
  }))
  movement(command, 'cancel', 'cancel or reverse the payment', async (payment, { reason }) => {
    // With it come the clients of all providers: only who cancels waits for them.
    const providers = await import('../../connectors/registry.ts')
    return cancelCommand(providers, payment, { by: 'operator', reason, releasesRest: true })
  })
  for (const name of ['capture', 'refund'] as const)
    movement(command, name, `${name} on behalf of the merchant`, (payment, { amount }) => ({
      name,
      ...(amount !== undefined && { amountMinor: minorOf(amount, payment) }),
      description: 'by an operator',
    }))
  addAdvance(command)
}

function instruction(
  command: Command,
  name: string,
  description: string,
  make: (payment: Payment, options: Instruction) => PaymentCommand,
): void {
  common(command, name, description)
    .addHelpText('after', examples(`payment ${name} dyscz… --reason "case 4711"`))
    .action((paymentId: string, options: Instruction) =>
      withReview(async (parts) => {
        const payment = await findPayment(parts.db, paymentId)
        await instructPayment(parts, payment, make(payment, options), randomId(), options)
      }),
    )
}

/** Money moves only when another person has agreed. */
function movement(
  command: Command,
  name: string,
  description: string,
  make: (
    payment: Payment,
    options: Instruction & { amount?: string },
  ) => PaymentCommand | Promise<PaymentCommand>,
): void {
  const added = common(command, name, `${description}; a second person has to approve it`)
  if (name === 'capture' || name === 'refund')
    added.option('--amount <amount>', 'in major units; all when not given')
  added
    .addHelpText('after', examples(`payment ${name} dyscz… --reason "case 4711"`))
    .action((paymentId: string, options: Instruction & { amount?: string }) =>
      withConnections(async ({ db }) => {
        const { by, reason, json } = options
        const payment = await findPayment(db, paymentId)
        const command = await make(payment, options)
        const request = { id: randomId(), paymentId: payment.id, command, reason, requestedBy: by }
        await requestInstruction(db, request, json)
      }),
    )
}

function addAdvance(command: Command): void {
  command
    .command('advance')
    .description('sandbox only: move the clock of the payment forward')
    .argument('<paymentId>')
    .argument('<seconds>', 'how far', Number)
    .addOption(byOption())
    .addHelpText('after', examples('payment advance dyscz… 86400'))
    .action((paymentId: string, seconds: number, options: Instruction) =>
      withReview(async (parts) => {
        if (parts.config.environment !== 'sandbox')
          throw new CommandFailure('only the sandbox has a clock that can be moved')
        if (!Number.isInteger(seconds) || seconds < 1)
          throw new InvalidArgumentError('seconds: a whole number above zero')
        const payment = await findPayment(parts.db, paymentId)
        const asked = { ...options, reason: `${String(seconds)} s` }
        await instructPayment(parts, payment, { name: 'advance', seconds }, randomId(), asked)
      }),
    )
}

const common = (command: Command, name: string, description: string): Command =>
  command
    .command(name)
    .description(description)
    .argument('<paymentId>')
    .requiredOption('--reason <text>', 'why, for the audit')
    .addOption(byOption())

function minorOf(amount: string, { order: { currency } }: Payment): number {
  const minor = toMinor(amount, currency)
  if (minor === undefined) throw new InvalidArgumentError(`no amount of ${currency}: ${amount}`)
  return minor
}
