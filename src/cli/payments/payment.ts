import type { Command } from 'commander'
import type { PaymentFile } from '../../postgres/review/payment-file.ts'
import { readPaymentFile } from '../../postgres/review/payment-file.ts'
import { scrub } from '../../domain/data/personal-data.ts'
import { timeline } from '../../review/timeline.ts'
import { describePaymentFile } from './describe-payment-file.ts'
import { paymentCommands } from '../../desk/payments/instructions.ts'
import { wholePaymentId } from '../../desk/payments/payment-id.ts'
import { CommandFailure } from '../../desk/failure.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { addDeskCommands } from '../desk-command.ts'
import { addPaymentList } from './payment-list.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'

/** `payment …`: what is known of one payment, and an operator's instructions to it. */
export function paymentCommand(command: Command): Command {
  reading(command, 'show', 'where the payment stands and what happens next', (file, paymentId) => ({
    value: { paymentId, row: file.row, state: scrub(file.state), approvals: file.approvals },
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
  addPaymentList(command)
  return addDeskCommands(command, paymentCommands)
}

function reading(
  command: Command,
  name: string,
  description: string,
  describe: (file: PaymentFile, paymentId: string) => { value: unknown; text: string },
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
        const { value, text } = describe(file, id)
        print(value, text, json)
      }),
    )
}
