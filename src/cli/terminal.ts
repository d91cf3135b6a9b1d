const RESET = '\u001b[0m'
const colours: Readonly<Record<string, string>> = {
  COMPLETED: '\u001b[32m',
  SETTLED: '\u001b[32m',
  REJECTED: '\u001b[31m',
  ERROR: '\u001b[31m',
  CANCELLED: '\u001b[33m',
  PENDING: '\u001b[36m',
  NEW: '\u001b[36m',
}
const STATUS = new RegExp(`\\b(${Object.keys(colours).join('|')})\\b`, 'g')

/** Statuses in their colours. */
export const coloured = (text: string): string =>
  text.replace(STATUS, (status) => `${colours[status] ?? ''}${status}${RESET}`)

/** Only for eyes: a pipe and `NO_COLOR` get plain text. */
export const showsColours = (): boolean =>
  process.stdout.isTTY && (process.env.NO_COLOR ?? '') === '' && process.stdout.hasColors()

/** Columns of the terminal; undefined where nobody cuts lines. */
export const terminalWidth = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns : undefined
