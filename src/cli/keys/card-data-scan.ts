import { readFile } from 'node:fs/promises'
import { scan } from '../../vault/card-scanner.ts'
import type { ScanReport } from '../../vault/card-scanner.ts'

type Options = {
  paths: readonly string[]
  /** a file with one secret a line that must be found nowhere */
  canariesFile?: string
  /** only files changed since this time */
  since?: Date
  allRanges?: boolean
  json?: boolean
  write?: (text: string) => void
}

/** Scans files for card data and prints what was found; the answer is the exit code. */
export async function cardDataScan(options: Options): Promise<number> {
  const { paths, canariesFile, since, allRanges = true, json = false } = options
  const { write = (text: string) => process.stdout.write(text) } = options
  const canaries = canariesFile === undefined ? [] : await readLines(canariesFile)
  const report = await scan({ paths, canaries, allRanges, since: since?.getTime() ?? 0 })
  write(json ? `${JSON.stringify(report, null, 2)}\n` : describe(report))
  // The exit code counts what needs a look, as far as an exit code can count.
  return Math.min(report.hits.length + report.unreadable.length, 255)
}

async function readLines(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

function describe({ hits, unreadable, filesScanned, bytesScanned }: ScanReport): string {
  const megabytes = (bytesScanned / 1_000_000).toFixed(1)
  return [
    ...hits.map(
      ({ file, offset, kind, form, sample }) =>
        `${file}:${String(offset)}  ${kind} ${sample} (${form})`,
    ),
    ...unreadable.map((file) => `${file}  could not be read`),
    `${String(hits.length)} hits in ${String(filesScanned)} files, ${megabytes} MB`,
    '',
  ].join('\n')
}
