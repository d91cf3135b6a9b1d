import type { Command } from 'commander'
import { cardDataScan } from './card-data-scan.ts'
import { exitCodes } from '../../desk/failure.ts'
import { examples, print } from '../print.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { countOrphans } from '../../vault/card-vault.ts'
import { present } from '../../domain/present.ts'

interface Options {
  canaries?: string
  since?: string
  testCards?: boolean
  json?: boolean
}

/** `card-data scan`: looks for card numbers and other secrets where none may be. */
export function cardDataCommand(command: Command): Command {
  command
    .command('scan')
    .description('scan files and folders for card data; exit code 1 when there is any')
    .argument('<paths...>')
    .option('--canaries <file>', 'one secret a line that must be found nowhere')
    .option('--since <time>', 'only files changed since')
    .option('--test-cards', 'only the numbers of the sandbox, also inside longer runs of digits')
    .addHelpText('after', examples('card-data scan .tollgate', 'card-data scan /var/log --json'))
    .action(async (paths: string[], { canaries, since, testCards, json }: Options) => {
      const hits = await cardDataScan({
        paths,
        ...present({ canariesFile: canaries }),
        ...(since !== undefined && { since: new Date(since) }),
        allRanges: testCards !== true,
        ...present({ json }),
      })
      if (hits > 0) process.exitCode = exitCodes.failure
    })
  command
    .command('orphans')
    .description('cards in the vault that nothing refers to; exit code 1 when there are any')
    .addHelpText('after', examples('card-data orphans'))
    .action(({ json }: Options) =>
      withConnections(async ({ db }) => {
        const orphans = await countOrphans(db)
        print({ orphans }, `${String(orphans)} cards that nothing refers to`, json)
        if (orphans > 0) process.exitCode = exitCodes.failure
      }),
    )
  return command
}
