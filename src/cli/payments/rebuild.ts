import type { Command } from 'commander'
import { randomId } from '../../vault/random-id.ts'
import type { RowDifference } from '../../domain/payment/row-difference.ts'
import { readRefolding } from '../../postgres/review/refold-payment.ts'
import { byOption } from '../by-option.ts'
import { examples } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import type { Instruction } from './instruct-payment.ts'
import { findPayment } from './instruct-payment.ts'
import { requestInstruction } from './request-instruction.ts'

/**
 * `payment rebuild`: a row that says otherwise than its journal is written again; what a bad build has
 * scheduled no good one can replay, from before it both can.
 */
export function addRebuild(command: Command): void {
  command
    .command('rebuild')
    .description(
      'write its row again from its journal, and begin its workflow again from the last task that this build agrees with, where they differ; a second person has to approve it',
    )
    .argument('<paymentId>')
    .requiredOption('--reason <text>', 'why, for the audit')
    .addOption(byOption())
    .addHelpText('after', examples('payment rebuild dyscz… --reason "build 3f2a9c1 was bad"'))
    .action((paymentId: string, { by, reason, json }: Instruction) =>
      withConnections(async ({ db }) => {
        const payment = await findPayment(db, paymentId)
        const request = { id: randomId(), paymentId: payment.id, reason, requestedBy: by }
        const { differences = [] } = (await readRefolding(db, payment.id)) ?? {}
        const row = differences.length > 0 ? { row: differences } : {}
        const says = differences.length > 0 ? tellDifferences(differences) : 'its row is right'
        await requestInstruction(db, { ...request, command: { name: 'rebuild', ...row } }, json, {
          says,
        })
      }),
    )
}

const tellDifferences = (differences: readonly RowDifference[]): string =>
  table(
    ['what differs', 'in the row', 'by its journal'],
    differences.map(({ path, row, journal }) => [path, row, journal]),
  )
