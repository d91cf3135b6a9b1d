import { distance } from './relative-time.ts'

export type Cell = string | number | Date | null | undefined

/**
 * Rows under their headings, in columns; numbers to the right. For eyes no line is wider than what is
 * given, and times are how long ago; a pipe gets all of it.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  most?: number,
): string {
  const texts = rows.map((row) =>
    headings.map((_, index) => textOf(row[index], most !== undefined)),
  )
  const wanted = headings.map((heading, index) =>
    Math.max(heading.length, ...texts.map((row) => row[index]?.length ?? 0)),
  )
  const isNumeric = headings.map(
    (_, index) => rows.length > 0 && rows.every((row) => typeof row[index] === 'number'),
  )
  const widths = narrowed(wanted, isNumeric, most)
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => {
        const width = widths[index] ?? 0
        const cell = text.length > width ? `${text.slice(0, width - 1)}…` : text
        return isNumeric[index] ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((width) => '─'.repeat(width))), ...texts.map(line)].join(
    '\n',
  )
}

/** The widest column of words gives way first, down to what still tells one row from another. */
function narrowed(
  wanted: readonly number[],
  isNumeric: readonly boolean[],
  most = Infinity,
): readonly number[] {
  const widths = [...wanted]
  const total = () => widths.reduce((sum, width) => sum + width, (widths.length - 1) * 2)
  while (total() > most) {
    const words = widths.map((width, index) => (isNumeric[index] ? 0 : width))
    const widest = words.indexOf(Math.max(...words))
    if ((widths[widest] ?? 0) <= NARROWEST) break
    widths[widest] = Math.max(NARROWEST, (widths[widest] ?? 0) - (total() - most))
  }
  return widths
}

const NARROWEST = 8

function textOf(cell: Cell, forEyes: boolean): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date)) return String(cell).replace(/\p{Cc}/gu, '\u{FFFD}')
  return forEyes ? distance(cell.getTime(), Date.now()) : cell.toISOString().replace('.000Z', 'Z')
}
