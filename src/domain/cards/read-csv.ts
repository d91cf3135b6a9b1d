/** Lines of cells as RFC 4180 writes them: quotes around what holds commas, quotes or line ends. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // Every cell with what follows it; a quoted one may hold anything, with quotes doubled.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y
  const source = text.replace(/^\ufeff/, '')
  while (cell.lastIndex < source.length) {
    const found = cell.exec(source)
    if (!found) throw new SyntaxError(`line ${String(rows.length + 1)}: a quote is not closed`)
    const [, quoted, bare = '', end] = found
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push([...row, ''])
  return rows
}
