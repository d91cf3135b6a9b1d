import { terminalWidth } from './terminal.ts'

export type Cell = string | number | Date | null | undefined

/** Rows under their headings, in columns; numbers to the right, and no line wider than the terminal. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  most = terminalWidth(),
): string {
  const texts = rows.map((row) => headings.map((_, index) => textOf(row[index])))
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

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().replace('.000Z', 'Z') : String(cell)
}
