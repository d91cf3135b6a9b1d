import { StackFailure } from './failure.ts'

export const HELP = `npm start [-- --verbose]

Starts everything on this machine: Postgres, Temporal with its UI, the API, workers, simulators of
banks and card networks, and a demo shop. State is kept in .tollgate; Ctrl-C stops it, the next
start goes on where it was.

Options
  --verbose   show every line that the processes print
  --help      show this

Settings (all have defaults)
  PORT, OPERATOR_PORT, SANDBOX_PORT   where the API, the operators' door and the shop listen
  TOLLGATE_HOME       the folder that holds all state
  TOLLGATE_APIS       how many API processes (1)
  TOLLGATE_WORKERS    how many workers (one per core, at most 2)
  DATABASE_URL        a Postgres of yours instead of the embedded one
  TEMPORAL_ADDRESS    a Temporal of yours instead of the embedded one
  TEMPORAL_CLI_PATH   a Temporal binary instead of a download

Examples
  npm start
  PORT=9000 npm start
  TOLLGATE_HOME=../try npm start -- --verbose
  npm test -- test/domain            the tests of one folder
  npm run tollgate -- --help         what operators can do
`

const OPTIONS = new Set(['--verbose', '--help', '-h'])

/** Says what is wrong before anything starts, instead of ignoring a mistyped option. */
export function checkOptions(args: readonly string[]): void {
  const unknown = args.find((arg) => !OPTIONS.has(arg))
  if (unknown === undefined) return
  throw new StackFailure(
    `npm start does not know ${unknown}. npm start -- --help shows what it does.`,
  )
}

export const asksForHelp = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h')
