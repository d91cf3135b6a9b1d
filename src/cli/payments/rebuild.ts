import type { Command } from 'commander'
import { randomId } from '../../vault/random-id.ts'
import { byOption } from '../by-option.ts'
import { examples } from '../print.ts'
import { withConnections } from '../with-connections.ts'
import type { Instruction } from './instruct-payment.ts'
import { findPayment } from './instruct-payment.ts'
import { requestInstruction } from './request-instruction.ts'

/** `payment rebuild`: what a bad build has scheduled no good one can replay; from before it, both can. */
export function addRebuild(command: Command): void {
  command
    .command('rebuild')
    .description(
      'begin its workflow again from the last task that this build agrees with; a second person has to approve it',
    )
    .argument('<paymentId>')
    .requiredOption('--reason <text>', 'why, for the audit')
    .addOption(byOption())
    .addHelpText('after', examples('payment rebuild dyscz… --reason "build 3f2a9c1 was bad"'))
    .action((paymentId: string, { by, reason, json }: Instruction) =>
      withConnections(async ({ db }) => {
        const payment = await findPayment(db, paymentId)
        const request = { id: randomId(), paymentId: payment.id, reason, requestedBy: by }
        await requestInstruction(db, { ...request, command: { name: 'rebuild' } }, json)
      }),
    )
}
