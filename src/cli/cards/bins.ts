import type { Command } from 'commander'
import { readConfig } from '../../settings/config.ts'
import { binCommands, inWords, readBins } from '../../desk/cards/bins.ts'
import { CommandFailure } from '../../desk/failure.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { createBinTable } from '../../domain/cards/bin-table.ts'
import { cardFactsOf, withLearnt } from '../../domain/cards/card-facts.ts'
import { currentBinFile, readBinRanges } from '../../postgres/cards/bin-files.ts'
import { createLearntBins } from '../../postgres/cards/learnt-bins.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { readText } from '../read-text.ts'
import { table } from '../table.ts'

interface Options {
  json?: boolean
}

/** `bins …`: who issued which cards, from the file of an acquirer or a network. */
export function binsCommand(command: Command): Command {
  addCheck(command)
  addShow(command)
  return addDeskCommands(command, binCommands)
}

function addCheck(command: Command): void {
  command
    .command('check')
    .description('read a file and say everything that is wrong with it; nothing is changed')
    .argument('<file>', 'CSV with the columns low, high, scheme and others: docs/operators/bins.md')
    .addHelpText('after', examples('bins check issuers.csv'))
    .action(async (path: string, { json }: Options) => {
      const file = readBins(path, await readText(path))
      const summary = { ranges: file.rows.length, asOf: file.asOf ?? null }
      print(summary, `${path}: ${inWords(file)}`, json)
    })
}

function addShow(command: Command): void {
  command
    .command('show')
    .description('the file in force, or what is known about a card by its leading digits')
    .argument('[digits]', 'six to eleven leading digits; never a whole card number')
    .addHelpText('after', examples('bins show', 'bins show 40000000'))
    .action((digits: string | undefined, { json }: Options) =>
      withConnections(async ({ db }) => {
        const file = await currentBinFile(db)
        if (digits === undefined) {
          if (!file) throw new CommandFailure('no issuer file was ever loaded')
          print(file, table(['what', 'value'], Object.entries(file).map(asRow)), json)
          return
        }
        if (!/^\d{6,11}$/.test(digits)) throw new CommandFailure('give six to eleven digits')
        const rows = file ? await readBinRanges(db, file.id) : []
        const known = factsOf(digits, createBinTable(rows))
        if (!known) throw new CommandFailure(`no card that begins with ${digits} is supported`)
        const facts = withLearnt(known, await createLearntBins(db).find(digits))
        print(facts, table(['what', 'value'], Object.entries(facts).map(asRow)), json)
      }),
    )
}

/** Ranges differ in the lengths of their numbers: the facts of the first length that has any. */
function factsOf(digits: string, binTable: ReturnType<typeof createBinTable>) {
  const onlyListed = readConfig(process.env, 'cli').environment === 'sandbox'
  for (const length of [16, 15, 14, 19, 13, 12, 17, 18]) {
    const facts = cardFactsOf(digits.padEnd(length, '0'), { table: binTable, onlyListed })
    if (facts) return facts
  }
  return undefined
}

const asRow = ([name, value]: [string, unknown]): [string, string] => [name, String(value)]
