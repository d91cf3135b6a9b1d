import type { Command } from 'commander'
import { approvalCommands } from '../../desk/payments/approvals.ts'
import { waitingApprovals } from '../../postgres/approvals.ts'
import type { Approval } from '../../postgres/approvals.ts'
import { subjectOf, describeApproval } from '../../review/describe-approval.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'

/** `approvals …`: instructions that money hangs on, and the second person who agrees to them. */
export function approvalsCommand(command: Command): Command {
  command
    .command('list')
    .description('what waits, in the words that are agreed to')
    .addHelpText('after', examples('approvals list'))
    .action(({ json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const waiting = await waitingApprovals(db)
        print(waiting, waiting.length === 0 ? 'nothing waits' : inTable(waiting), json)
      }),
    )
  return addDeskCommands(command, approvalCommands)
}

const inTable = (waiting: readonly Approval[]): string =>
  table(
    ['id', 'of', 'instruction', 'by', 'until', 'reason'],
    waiting.map((one) => [
      one.id,
      subjectOf(one),
      describeApproval(one),
      one.requestedBy,
      one.expiresAt,
      one.reason,
    ]),
  )
