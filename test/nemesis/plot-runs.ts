import { readFileSync, writeFileSync } from 'node:fs'
import { columnPlot } from '../plots/column-plot.ts'
import type { Group } from '../plots/column-plot.ts'
import type { KeptRun } from './kept-runs.ts'

/** A storm from before the checker was sharpened. */
export interface EarlierRun {
  /** Its seed, and what was special. */
  run: string
  minutes: number
  asked: string
  payments: number
  cards: number
  commands: number | null
  faults: number
  violations: number
  /** What the violations were of. */
  of?: string
}

const EARLIER = new URL('earlier-runs.jsonl', import.meta.url)
const PICTURE = new URL('../../docs/pictures/storms.svg', import.meta.url)

export const readEarlierRuns = (): EarlierRun[] =>
  readFileSync(EARLIER, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as EarlierRun)

/** Every storm that was judged, in the order of time: how many payments, and under how many faults. */
export const plotRuns = (earlier: readonly EarlierRun[], kept: readonly KeptRun[]): string =>
  columnPlot({
    title: 'Every storm that was judged, in the order of time',
    unit: 'payments; above each column the faults meanwhile',
    groups: [
      ...earlier.map(({ run, ...rest }) => groupOf({ name: run.split(',')[0] ?? run, ...rest })),
      ...kept.map(({ seed, ...rest }) => groupOf({ name: String(seed), ...rest })),
    ],
    legend: [
      ['accent', 'no promise broken'],
      ['bad', 'a violation, since mended'],
    ],
  })

type Judged = Pick<KeptRun, 'payments' | 'faults' | 'violations'> & { name: string }

const groupOf = ({ name, payments, faults, violations }: Judged): Group => ({
  name,
  columns: [{ value: payments, words: String(faults), tone: violations === 0 ? 'accent' : 'bad' }],
})

export const writePlot = (kept: readonly KeptRun[]): void =>
  writeFileSync(PICTURE, plotRuns(readEarlierRuns(), kept))

/** As the page lists it. */
export const earlierRow = ({ violations, of, ...one }: EarlierRun): string => {
  const cells = [
    ...[one.run, String(one.minutes), one.asked, grouped(one.payments), grouped(one.cards)],
    one.commands === null ? 'not kept' : grouped(one.commands),
    grouped(one.faults),
    violations === 0 ? '0' : [`**${String(violations)}**`, of].filter(Boolean).join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

const grouped = (number: number): string => number.toLocaleString('en-US')
