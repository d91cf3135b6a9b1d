export type Cell = string | number | Date | null | undefined

/** Rows under their headings, in columns; numbers to the right. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => headings.map((_, index) => textOf(row[index])))
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...texts.map((row) => row[index]?.length ?? 0)),
  )
  const isNumeric = headings.map(
    (_, index) => rows.length > 0 && rows.every((row) => typeof row[index] === 'number'),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0
        return isNumeric[index] ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((width) => '─'.repeat(width))), ...texts.map(line)].join(
    '\n',
  )
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().replace('.000Z', 'Z') : String(cell)
}
