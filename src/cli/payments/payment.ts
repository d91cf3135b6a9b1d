import { Command } from 'commander'
import type { Currency } from '../../domain/currency.ts'
import { formatMoney } from '../../domain/money.ts'
import type { PaymentFilter } from '../../postgres/review/list-payments.ts'
import { listPayments } from '../../postgres/review/list-payments.ts'
import type { PaymentFile } from '../../postgres/review/payment-file.ts'
import { readPaymentFile } from '../../postgres/review/payment-file.ts'
import { scrub } from '../../domain/personal-data.ts'
import { timeline } from '../../review/timeline.ts'
import { describePaymentFile } from './describe-payment-file.ts'
import { CommandFailure } from '../exit.ts'
import { wholePaymentId } from './payment-id.ts'
import { addInstructions } from './payment-instructions.ts'
import { addRebuild } from './rebuild.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'

/** `payment …`: what is known of one payment, and an operator's instructions to it. */
export function paymentCommand(): Command {
  const command = new Command('payment').description(
    'one payment: look at it, and give it instructions',
  )

  reading(command, 'show', 'where the payment stands and what happens next', (file, paymentId) => ({
    value: {
      paymentId,
      row: file.row,
      state: scrub(file.state),
      approvals: file.approvals,
    },
    text: describePaymentFile(file),
  }))
  reading(command, 'timeline', 'what happened to the payment, in order and in words', (file) => {
    const items = timeline(file)
    const rows = items.map(({ at, version, from, to, text, detail, decidedBy }) => [
      at,
      version,
      from === to ? from : `${from} → ${to}`,
      text,
      detail,
      decidedBy,
    ])
    return { value: items, text: table(['at', 'v', 'who', 'what', 'detail', 'by build'], rows) }
  })
  reading(command, 'events', 'the journal: each message, by whom, and what it led to', (file) => {
    const rows = file.journal.map((line) => [
      line.version,
      line.at,
      line.command,
      line.actor,
      line.outcome.accepted ? 'accepted' : line.outcome.code,
      line.events.map(({ type }) => type).join(', '),
    ])
    const text = table(['v', 'at', 'message', 'by', 'outcome', 'events'], rows)
    return { value: scrub(file.journal), text }
  })
  addList(command)
  addInstructions(command)
  addRebuild(command)
  return command
}

function reading(
  command: Command,
  name: string,
  description: string,
  tell: (file: PaymentFile, paymentId: string) => { value: unknown; text: string },
): void {
  command
    .command(name)
    .description(description)
    .argument('<paymentId>')
    .addHelpText('after', examples(`payment ${name} dysczfmmcufecvzgwxwgyvhbmhn`))
    .action((paymentId: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const id = await wholePaymentId(db, paymentId)
        const file = await readPaymentFile(db, id)
        if (!file) throw new CommandFailure(`no payment ${paymentId}`)
        const { value, text } = tell(file, id)
        print(value, text, json)
      }),
    )
}

interface ListOptions extends Omit<PaymentFilter, 'dueBefore' | 'merchantId'> {
  merchant?: string
  dueIn?: number
  json?: boolean
}

const DAY_MS = 86_400_000

function addList(command: Command): void {
  command
    .command('list')
    .description('payments by where they stand, such as all that wait for a challenge')
    .option('--phase <phase>', 'such as challenging, resolving or authorized')
    .option('--status <status>', 'such as PENDING or REJECTED')
    .option('--reject-code <code>', 'such as DO_NOT_HONOUR')
    .option('--merchant <id>', 'of one merchant')
    .option('--due-in <days>', 'what falls due within so many days', Number)
    .option('--limit <count>', 'at most so many', Number, 100)
    .addHelpText(
      'after',
      examples('payment list --phase challenging', 'payment list --phase authorized --due-in 7'),
    )
    .action(({ merchant, dueIn, json, ...filter }: ListOptions) =>
      withConnections(async ({ db }) => {
        const dueBefore = dueIn === undefined ? undefined : new Date(Date.now() + dueIn * DAY_MS)
        const found = await listPayments(db, { ...filter, merchantId: merchant, dueBefore })
        const rows = found.map((one) => [
          one.paymentId,
          one.merchantId,
          `${one.status} (${one.phase})`,
          formatMoney(one.amountMinor, one.currency as Currency),
          one.method,
          one.rejectCode ?? one.held,
          one.nextDueAt,
          one.updatedAt,
        ])
        const headings = [
          'payment',
          'merchant',
          'status',
          'amount',
          'method',
          'reason',
          'due',
          'at',
        ]
        print(found, rows.length === 0 ? 'none' : table(headings, rows), json)
      }),
    )
}
