import type { BinRow } from './bin-row.ts'
import { BIN_DIGITS, binOf } from './bin-row.ts'

/** Finds the narrowest range of a card number. */
export interface BinTable {
  find(number: string): BinRow | undefined
  rows: readonly BinRow[]
}

export class BinOverlap extends Error {
  readonly first: BinRow
  readonly second: BinRow

  constructor(first: BinRow, second: BinRow) {
    super(`${rangeText(first)} and ${rangeText(second)} overlap, and neither lies inside the other`)
    this.first = first
    this.second = second
  }
}

export const rangeText = ({ low, high }: Pick<BinRow, 'low' | 'high'>): string =>
  [low, high].map((end) => String(end).padStart(BIN_DIGITS, '0')).join('-')

interface Segment {
  from: number
  row: BinRow | undefined
}

/**
 * Ranges lie apart or inside each other, so they become one line of segments, each with its narrowest
 * range. Two that cross, or that are the same, would leave the answer to chance and are refused.
 */
export function createBinTable(given: readonly BinRow[]): BinTable {
  const rows = [...given].sort((a, b) => a.low - b.low || b.high - a.high)
  const segments: Segment[] = []
  const open: BinRow[] = []
  const closeBefore = (low: number) => {
    for (let inner = open.at(-1); inner && inner.high < low; inner = open.at(-1)) {
      open.pop()
      segments.push({ from: inner.high + 1, row: open.at(-1) })
    }
  }
  for (const row of rows) {
    closeBefore(row.low)
    const outer = open.at(-1)
    const isSame = outer?.low === row.low && outer.high === row.high
    if (outer && (isSame || row.high > outer.high)) throw new BinOverlap(outer, row)
    segments.push({ from: row.low, row })
    open.push(row)
  }
  closeBefore(Infinity)
  return { rows, find: (number) => segmentAt(segments, binOf(number))?.row }
}

/** The last segment that begins at or before a number; of several with one beginning the last. */
function segmentAt(segments: readonly Segment[], bin: number): Segment | undefined {
  let [from, to] = [0, segments.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((segments[middle]?.from ?? Infinity) <= bin) from = middle + 1
    else to = middle
  }
  return segments[from - 1]
}
