import { hostname, userInfo } from 'node:os'
import { InvalidArgumentError, type Command } from 'commander'
import { toMinor } from '../domain/money.ts'
import type { PaymentCommand } from '../domain/payment/commands.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { titleOf } from '../domain/refusal.ts'
import { approve, findApproval, requestApproval, waitingApprovals } from '../postgres/approvals.ts'
import { auditOperator } from '../postgres/operator-audit.ts'
import { readPaymentFile } from '../postgres/payment-file.ts'
import { randomId } from '../vault/random-id.ts'
import { CommandFailure } from './exit.ts'
import { examples, print } from './print.ts'
import { sendOrder } from './send-order.ts'
import { table } from './table.ts'
import { withReview, type ReviewParts } from './with-review.ts'

interface Order {
  reason: string
  by: string
  json?: boolean
}

/** Orders of operators, as messages in the payment's own history. */
export function addOrders(command: Command): void {
  order(command, 'hold', 'stop the payment until it is resumed', (_, { reason }) => ({
    name: 'hold',
    reason,
  }))
  order(command, 'resume', 'let a held payment go on', (_, { reason }) => ({
    name: 'resume',
    reason,
  }))
  order(command, 'inquire', 'ask the provider now instead of at the next turn', () => ({
    name: 'inquire',
  }))
  movement(command, 'cancel', 'cancel or reverse the payment', (_, { reason }) => ({
    name: 'cancel',
    by: 'operator',
    reason,
  }))
  for (const name of ['capture', 'refund'] as const)
    movement(command, name, `${name} on behalf of the merchant`, (payment, { amount }) => ({
      name,
      ...(amount !== undefined && { amountMinor: minorOf(amount, payment) }),
      description: 'by an operator',
    }))
  addAdvance(command)
  addApprovals(command)
}

function order(
  command: Command,
  name: string,
  description: string,
  make: (payment: Payment, options: Order) => PaymentCommand,
): void {
  common(command, name, description)
    .addHelpText('after', examples(`payment ${name} dyscz… --reason "case 4711"`))
    .action((paymentId: string, options: Order) =>
      withReview(async (parts) => {
        const payment = await find(parts, paymentId)
        await perform(parts, payment, make(payment, options), randomId(), options)
      }),
    )
}

/** Money moves only when another person has agreed. */
function movement(
  command: Command,
  name: string,
  description: string,
  make: (payment: Payment, options: Order & { amount?: string }) => PaymentCommand,
): void {
  const added = common(command, name, `${description}; a second person has to approve it`)
  if (name !== 'cancel') added.option('--amount <amount>', 'in major units; all when not given')
  added
    .addHelpText('after', examples(`payment ${name} dyscz… --reason "case 4711"`))
    .action((paymentId: string, options: Order & { amount?: string }) =>
      withReview(async (parts) => {
        const payment = await find(parts, paymentId)
        const { by, reason, json } = options
        const request = { id: randomId(), paymentId, reason, requestedBy: by }
        const wanted = make(payment, options)
        await requestApproval(parts.db, { ...request, command: wanted })
        await audit(parts, by, `payment.${name}`, paymentId, 'requested', request)
        const text = `waits for another person: npm run tollgate -- payment approve ${request.id}`
        print({ ...request, command: wanted, state: 'waiting' }, text, json)
      }),
    )
}

function addApprovals(command: Command): void {
  command
    .command('approve')
    .description('agree to an order of another operator; it is carried out at once')
    .argument('<approvalId>')
    .option('--by <name>', 'who, for the audit', userInfo().username)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('payment approve hlcajwannhadqjlqnxbekkkaopn --by jan'))
    .action((id: string, { by, json }: Order) =>
      withReview(async (parts) => {
        const approval = await findApproval(parts.db, id)
        if (!approval) throw new CommandFailure(`no order ${id}`)
        if (approval.requestedBy === by)
          throw new CommandFailure(`${by} asked for it: another person has to approve it`)
        if (approval.usedAt) throw new CommandFailure(`${id} was carried out before`)
        await approve(parts.db, id, by)
        await audit(parts, by, 'payment.approve', approval.paymentId, 'approved', { id })
        const payment = await find(parts, approval.paymentId)
        const asked = { reason: approval.reason, by: approval.requestedBy, ...(json && { json }) }
        await perform(parts, payment, approval.command, id, asked)
      }),
    )
  command
    .command('approvals')
    .description('orders that wait for a second person')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('payment approvals'))
    .action(({ json }: { json?: boolean }) =>
      withReview(async ({ db }) => {
        const waiting = await waitingApprovals(db)
        const rows = waiting.map((one) => [
          one.id,
          one.paymentId,
          one.command.name,
          one.requestedBy,
          one.requestedAt,
          one.reason,
        ])
        const text =
          rows.length === 0
            ? 'nothing waits'
            : table(['id', 'payment', 'order', 'by', 'at', 'reason'], rows)
        print(waiting, text, json)
      }),
    )
}

function addAdvance(command: Command): void {
  command
    .command('advance')
    .description('sandbox only: move the clock of the payment forward')
    .argument('<paymentId>')
    .argument('<seconds>', 'how far', Number)
    .option('--by <name>', 'who, for the audit', userInfo().username)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('payment advance dyscz… 86400'))
    .action((paymentId: string, seconds: number, options: Order) =>
      withReview(async (parts) => {
        if (parts.config.environment !== 'sandbox')
          throw new CommandFailure('only the sandbox has a clock that can be moved')
        if (!Number.isInteger(seconds) || seconds < 1)
          throw new InvalidArgumentError('seconds: a whole number above zero')
        const payment = await find(parts, paymentId)
        const asked = { ...options, reason: `${String(seconds)} s` }
        await perform(parts, payment, { name: 'advance', seconds }, randomId(), asked)
      }),
    )
}

const common = (command: Command, name: string, description: string): Command =>
  command
    .command(name)
    .description(description)
    .argument('<paymentId>')
    .requiredOption('--reason <text>', 'why, for the audit')
    .option('--by <name>', 'who, for the audit', userInfo().username)
    .option('--json', 'as JSON')

async function perform(
  parts: ReviewParts,
  payment: Payment,
  command: PaymentCommand,
  commandId: string,
  { by, reason, json }: Order,
): Promise<void> {
  const answer = await sendOrder(parts, payment, command, { commandId, actor: `operator/${by}` })
  const outcome = answer.outcome.accepted ? 'accepted' : answer.outcome.code
  await audit(parts, by, `payment.${command.name}`, payment.id, outcome, { reason, commandId })
  if (!answer.outcome.accepted)
    throw new CommandFailure(`${outcome}: ${titleOf(answer.outcome.code)}`)
  const phase = answer.payment?.phase ?? payment.phase
  print(
    { ...answer.outcome, paymentId: payment.id, phase },
    `${command.name} accepted, now ${phase}`,
    json,
  )
}

const audit = (
  { db }: ReviewParts,
  operator: string,
  action: string,
  subject: string,
  outcome: string,
  detail: object,
): Promise<void> =>
  auditOperator(db, { operator, action, subject, outcome, detail, origin: hostname() })

async function find({ db }: ReviewParts, paymentId: string): Promise<Payment> {
  const file = await readPaymentFile(db, paymentId)
  if (!file) throw new CommandFailure(`no payment ${paymentId}`)
  return file.state
}

function minorOf(amount: string, { order: { currency } }: Payment): number {
  const minor = toMinor(amount, currency)
  if (minor === undefined) throw new InvalidArgumentError(`no amount of ${currency}: ${amount}`)
  return minor
}
