import { readFileSync, writeFileSync } from 'node:fs'
import { columnPlot } from '../plots/column-plot.ts'
import type { Group } from '../plots/column-plot.ts'
import { short } from './report.ts'

interface Pace {
  perSecond: number
  p50: number
  p95: number
}

/** Of `--json`, what is drawn. */
export interface KeptFigures {
  sale: Record<string, Pace & { ratioB: number }>
  capture: Record<string, Pace & { ratioC2: number }>
  refund: Record<string, Pace & { ratioC2: number }>
}

const FILE = new URL('kept-figures.json', import.meta.url)
const PICTURE = new URL('../../docs/pictures/bench.svg', import.meta.url)

export const readFigures = (): KeptFigures => JSON.parse(readFileSync(FILE, 'utf8')) as KeptFigures

/** The figures that `docs/performance.md` has, rounded as there, for programs, and their picture. */
export function keepFigures(figures: object): void {
  const rounded = (_name: string, value: unknown) =>
    typeof value === 'number' ? Number(short(value)) : value
  writeFileSync(FILE, `${JSON.stringify(figures, rounded, 2)}\n`)
  writeFileSync(PICTURE, plotFigures(readFigures()))
}

/** What the gateway does in a second, beside what Temporal alone would do on the same server. */
export const plotFigures = ({ sale, capture, refund }: KeptFigures): string =>
  columnPlot({
    title: 'The gateway beside bare Temporal workflows on the same two cores',
    unit: 'a second, by clients at a time',
    groups: [
      ...groupsOf('sales', sale, ({ ratioB }) => ratioB),
      ...groupsOf('captures', capture, ({ ratioC2 }) => ratioC2),
      ...groupsOf('refunds', refund, ({ ratioC2 }) => ratioC2),
    ],
    legend: [
      ['accent', 'the gateway, until the money has moved'],
      ['pale', 'its floor by the ratio of neighbours: B of sales, C′ of captures and refunds'],
    ],
  })

const groupsOf = <At extends Pace>(
  what: string,
  figures: Readonly<Record<string, At>>,
  ratioOf: (at: At) => number,
): Group[] =>
  Object.entries(figures).map(([clients, at]) => ({
    name: `${what}, ${clients}`,
    columns: [
      { value: at.perSecond, tone: 'accent' },
      { value: Math.round((at.perSecond / ratioOf(at)) * 10) / 10, tone: 'pale' },
    ],
  }))
