import { z } from 'zod'
import { readBinFile } from '../../domain/cards/read-bin-file.ts'
import type { BinFile } from '../../domain/cards/read-bin-file.ts'
import { saveBinFile } from '../../postgres/cards/bin-files.ts'
import { audit } from '../audit.ts'
import type { DeskCommand } from '../command.ts'
import { deskCommand, one } from '../command.ts'
import { counted } from '../counted.ts'
import { CommandFailure } from '../failure.ts'
import { textFile } from '../fields.ts'
import { withConnections } from '../with-connections.ts'

const load = deskCommand({
  name: 'bins load',
  description: 'put a file in force: the whole of it, or nothing when anything is wrong',
  ...one('administrator', 'it says whose cards are whose, and sends nothing anywhere'),
  input: z.strictObject({ file: textFile('issuers.csv', 'as for check') }),
  takes: ['file'],
  examples: [{ file: { name: 'issuers.csv', text: 'low,high,scheme\n' } }],
  carryOut: async ({ file: { name, text } }, caller) => {
    const file = readBins(name, text)
    return withConnections(async ({ db }) => {
      const loaded = await saveBinFile(db, { name, text, file, by: caller.by })
      await audit(db, caller, 'bins.load', name, 'done', loaded)
      const words = `${inWords(file)} in force; processes notice within half a minute`
      return { value: loaded, text: words }
    })
  },
})

/** The issuer file: whose cards are whose. */
export const binCommands: readonly DeskCommand[] = [load]

/** All that is wrong with it ends the command. */
export function readBins(name: string, text: string): BinFile {
  const reading = readBinFile(text)
  if ('file' in reading) return reading.file
  throw new CommandFailure([`${name} is not taken:`, ...reading.problems].join('\n  '))
}

export const inWords = ({ rows, asOf }: BinFile): string =>
  `${counted(rows.length, 'range')}${asOf ? ` as of ${asOf}` : ''}`
