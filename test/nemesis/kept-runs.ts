import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import type { Verdict } from './check.ts'
import { violationsOf } from './check.ts'
import type { Options } from './options.ts'
import { writePlot } from './plot-runs.ts'
import type { Run } from './run.ts'

/** One storm that was judged, as one line of the file. */
export interface KeptRun {
  /** The day, in UTC. */
  on: string
  seed: number
  minutes: number
  /** Asked for, a minute. */
  rate: number
  /** Of a hundred payments, plain sales by card; absent in runs from before there was a choice. */
  sales?: number
  faultsPerMinute: number
  payments: number
  cards: number
  disputes: number
  commands: number
  faults: number
  violations: number
  /** Clauses that had something to judge, of all. */
  clauses: [exercised: number, all: number]
}

const FILE = new URL('runs.jsonl', import.meta.url)
const PAGE = new URL('../../docs/nemesis.md', import.meta.url)
const BEGIN = '<!-- runs: begin -->'
const END = '<!-- runs: end -->'

export function keptRun(options: Options, run: Run, verdicts: Verdict[], now: Date): KeptRun {
  const { ends, commands } = run.evidence
  const of = (wanted: string) => ends.filter(({ kind }) => kind === wanted).length
  const { seed, minutes, rate, sales, faultsPerMinute } = options
  return {
    on: now.toISOString().slice(0, 10),
    seed,
    minutes,
    rate,
    sales,
    faultsPerMinute,
    payments: of('payment'),
    cards: of('tokenization'),
    disputes: of('dispute'),
    commands: commands.length,
    faults: run.faults,
    violations: violationsOf(verdicts).length,
    clauses: [verdicts.filter(({ judged }) => judged > 0).length, verdicts.length],
  }
}

/** Adds a line to the file, and makes the table and the picture of the page again. */
export function keepRun(run: KeptRun): void {
  appendFileSync(FILE, `${JSON.stringify(run)}\n`)
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), readRuns()))
  writePlot(readRuns())
}

export const readRuns = (): KeptRun[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KeptRun)

export const readPage = (): string => readFileSync(PAGE, 'utf8')

/** The page with the table of these runs in the place that it keeps for it. */
export function withTable(page: string, runs: readonly KeptRun[]): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error('the page keeps no place for the runs')
  return `${page.slice(0, from + BEGIN.length)}\n\n${tableOf(runs)}\n\n${page.slice(to)}`
}

function tableOf(runs: readonly KeptRun[]): string {
  const columns = {
    on: ({ on }: KeptRun) => on,
    seed: ({ seed }: KeptRun) => String(seed),
    minutes: ({ minutes }: KeptRun) => String(minutes),
    'asked for, a minute': ({ rate, sales = 0, faultsPerMinute }: KeptRun) =>
      `${grouped(rate)} payments${sales > 0 ? ` (${sales} % plain sales)` : ''}, ${faultsPerMinute} faults`,
    payments: ({ payments }: KeptRun) => grouped(payments),
    cards: ({ cards }: KeptRun) => grouped(cards),
    disputes: ({ disputes }: KeptRun) => grouped(disputes),
    commands: ({ commands }: KeptRun) => grouped(commands),
    faults: ({ faults }: KeptRun) => grouped(faults),
    clauses: ({ clauses: [exercised, all] }: KeptRun) => `${exercised} of ${all}`,
    violations: ({ violations }: KeptRun) => (violations === 0 ? '0' : `**${violations}**`),
  }
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(Object.keys(columns)),
    row(Object.keys(columns).map(() => '---')),
    ...runs.map((run) => row(Object.values(columns).map((cell) => cell(run)))),
    '',
    `Together ${grouped(sumOf(runs, 'payments'))} payments, ${grouped(sumOf(runs, 'commands'))} commands, ` +
      `${grouped(sumOf(runs, 'faults'))} faults and ${grouped(sumOf(runs, 'violations'))} violations.`,
  ].join('\n')
}

const sumOf = (
  runs: readonly KeptRun[],
  name: 'payments' | 'commands' | 'faults' | 'violations',
): number => runs.reduce((sum, run) => sum + run[name], 0)

const grouped = (number: number): string => number.toLocaleString('en-US')
