import { Command } from 'commander'
import { cardDataScan } from './card-data-scan.ts'
import { exitCodes } from '../exit.ts'
import { examples } from '../print.ts'

interface Options {
  canaries?: string
  since?: string
  allRanges?: boolean
  json?: boolean
}

/** `card-data scan`: looks for card numbers and other secrets where none may be. */
export function cardDataCommand(): Command {
  const command = new Command('card-data').description('card numbers where none may be')
  command
    .command('scan')
    .description('scan files and folders for card data; exit code 1 when there is any')
    .argument('<paths...>')
    .option('--canaries <file>', 'one secret a line that must be found nowhere')
    .option('--since <time>', 'only files changed since')
    .option('--all-ranges', 'card numbers of every network, not only of those taken here')
    .addHelpText('after', examples('card-data scan .tollgate', 'card-data scan /var/log --json'))
    .action(async (paths: string[], { canaries, since, allRanges, json }: Options) => {
      const hits = await cardDataScan({
        paths,
        ...(canaries !== undefined && { canariesFile: canaries }),
        ...(since !== undefined && { since: new Date(since) }),
        ...(allRanges !== undefined && { allRanges }),
        ...(json !== undefined && { json }),
      })
      if (hits > 0) process.exitCode = exitCodes.failure
    })
  return command
}
