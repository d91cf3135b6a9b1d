import type { Command } from 'commander'
import { Option } from 'commander'
import { shownStatuses } from '../../domain/dispute/words.ts'
import { scrub } from '../../domain/data/personal-data.ts'
import { listDisputesOfAll, readDisputeFile } from '../../postgres/review/list-disputes.ts'
import { CommandFailure } from '../../desk/failure.ts'
import { disputeCommands } from '../../desk/disputes/dispute-commands.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { describeDisputeFile, describeDisputes } from './describe-dispute-file.ts'

interface ListOptions {
  merchant?: string
  status?: string
  payment?: string
  reference?: string
  dueIn?: number
  limit: number
  json?: boolean
}

const DAY_MS = 86_400_000

/** `disputes …`: what payers contest, and what became of it. */
export function disputesCommand(command: Command): Command {
  addList(command)
  command
    .command('show')
    .description(
      'how it stands, each move of its money with the line that cleared it, and what happened',
    )
    .argument('<disputeId>')
    .addHelpText(
      'after',
      examples('disputes show ecvzgwxwgyvhbmhndysczfmmcuf', 'disputes show ecvzgwx… --json'),
    )
    .action((disputeId: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const file = await readDisputeFile(db, disputeId)
        if (!file) throw new CommandFailure(`no dispute ${disputeId}`)
        const { state, journal, cleared } = file
        const value = { disputeId, state: scrub(state), journal: scrub(journal), cleared }
        print(value, describeDisputeFile(file), json)
      }),
    )
  return addDeskCommands(command, disputeCommands)
}

function addList(command: Command): void {
  command
    .command('list')
    .description('what waits for an answer first, by its deadline; then the newest')
    .option('--merchant <id>', 'of one merchant')
    .addOption(new Option('--status <status>', 'in this state').choices([...shownStatuses]))
    .option('--payment <id>', 'of one payment')
    .option('--reference <text>', "the provider's name of it")
    .option('--due-in <days>', 'to be answered within so many days', Number)
    .option('--limit <count>', 'at most so many', Number, 100)
    .addHelpText(
      'after',
      examples(
        'disputes list --due-in 3',
        'disputes list --merchant 10000001 --status UNDER_REVIEW',
        'disputes list --reference dp_1PQ --json',
      ),
    )
    .action(({ merchant, payment, reference, dueIn, status, limit, json }: ListOptions) =>
      withConnections(async ({ db }) => {
        const found = await listDisputesOfAll(db, {
          merchantId: merchant,
          paymentId: payment,
          providerRef: reference,
          status,
          limit,
          dueBefore: dueIn === undefined ? undefined : new Date(Date.now() + dueIn * DAY_MS),
        })
        print(found.map(scrub), describeDisputes(found), json)
      }),
    )
}
