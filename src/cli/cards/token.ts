import type { Command } from 'commander'
import { scrub } from '../../domain/data/personal-data.ts'
import { readTokenizationFile } from '../../postgres/review/tokenization-file.ts'
import { CommandFailure } from '../../desk/failure.ts'
import { examples, print } from '../print.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { describeTokenizationFile } from './describe-tokenization-file.ts'

/** `token …`: what is known of a stored card or a network token. */
export function tokenCommand(command: Command): Command {
  command
    .command('show')
    .description('where it stands, its token, what the payer agreed to, and what happened')
    .argument('<tokenizerId>')
    .addHelpText('after', examples('token show dysczfmmcufecvzgwxwgyvhbmhn'))
    .action((tokenizerId: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const file = await readTokenizationFile(db, tokenizerId)
        if (!file) throw new CommandFailure(`no tokenization ${tokenizerId}`)
        const { state, journal } = file
        const { consents } = state
        const value = { tokenizerId, state: scrub(state), consents, journal: scrub(journal) }
        print(value, describeTokenizationFile(file), json)
      }),
    )
  return command
}
