import { readFile } from 'node:fs/promises'
import { readBinFile } from '../domain/cards/read-bin-file.ts'
import { saveBinFile } from '../postgres/cards/bin-files.ts'
import type { DbPool } from '../postgres/db.ts'

/** The test cards: an issuer file like any other, put in force as often as it is asked for. */
export async function loadSandboxBins(db: DbPool): Promise<void> {
  const text = await readFile(new URL('../sandbox/bins.csv', import.meta.url), 'utf8')
  const reading = readBinFile(text)
  if ('problems' in reading) throw new Error(`bins.csv: ${reading.problems.join('; ')}`)
  await saveBinFile(db, { name: 'bins.csv', text, file: reading.file, by: 'sandbox' })
}
