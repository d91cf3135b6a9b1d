import { Command } from 'commander'
import { withoutPersonalData } from '../domain/personal-data.ts'
import { readPaymentFile, type PaymentFile } from '../postgres/payment-file.ts'
import { timeline } from '../review/timeline.ts'
import { describePaymentFile } from './describe-payment-file.ts'
import { CommandFailure } from './exit.ts'
import { addOrders } from './payment-orders.ts'
import { examples, print } from './print.ts'
import { table } from './table.ts'
import { withParts } from './with-parts.ts'

/** `payment …`: what is known of one payment, and an operator's orders to it. */
export function paymentCommand(): Command {
  const command = new Command('payment').description('one payment: look at it, and give it orders')

  reading(command, 'show', 'where the payment stands and what happens next', (file, paymentId) => ({
    value: {
      paymentId,
      row: file.row,
      state: withoutPersonalData(file.state),
      approvals: file.approvals,
    },
    text: describePaymentFile(file),
  }))
  reading(command, 'timeline', 'what happened to the payment, in order and in words', (file) => {
    const items = timeline(file)
    const rows = items.map(({ at, version, from, to, text, detail }) => [
      at,
      version,
      from === to ? from : `${from} → ${to}`,
      text,
      detail,
    ])
    return { value: items, text: table(['at', 'v', 'who', 'what', 'detail'], rows) }
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
    return { value: file.journal.map(withoutPersonalData), text }
  })
  addOrders(command)
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
    .option('--json', 'as JSON')
    .addHelpText('after', examples(`payment ${name} dysczfmmcufecvzgwxwgyvhbmhn`))
    .action((paymentId: string, { json }: { json?: boolean }) =>
      withParts(async ({ db }) => {
        const file = await readPaymentFile(db, paymentId)
        if (!file) throw new CommandFailure(`no payment ${paymentId}`)
        const { value, text } = tell(file, paymentId)
        print(value, text, json)
      }),
    )
}
