import { table as tableOfWidth } from '../desk/table.ts'
import type { Cell } from '../desk/table.ts'
import { terminalWidth } from './terminal.ts'

/** No wider than the terminal that it is shown in. */
export const table = (
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  most = terminalWidth(),
): string => tableOfWidth(headings, rows, most)

const SHORT_ID = 12

/** Commands take the beginning of a payment's id: twelve letters name one among billions. */
export const shortId = (id: string): string =>
  terminalWidth() === undefined ? id : id.slice(0, SHORT_ID)
