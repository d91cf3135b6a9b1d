/**
 * One line of a CSV file (RFC 4180). A spreadsheet runs a cell that begins like a formula, and in half of
 * Europe it takes `;` for the separator: such a beginning gets an apostrophe, wherever it stands.
 */
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

function quoted(cell: string): string {
  const text = isNumber.test(cell) ? cell : cell.replace(formulas, "$1'$2")
  return /["\r\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const isNumber = /^-?\d{1,20}(?:\.\d{1,5})?$/

/** Full-width signs count as well: some spreadsheets read them as the narrow ones. */
const formulas = /(^|[,;|\t\r\n])([ "']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r])/g
