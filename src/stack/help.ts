import { StackFailure } from './failure.ts'

export const HELP = `npm start [-- --verbose]

Starts everything on this machine: Postgres, Temporal with its UI, the API, workers, simulators of
banks and card networks, and a demo shop. State is kept in .tollgate; Ctrl-C stops it, the next
start goes on where it was.

Options
  --verbose   show every line that the processes print
  --help      show this

Settings (all have defaults)
  PORT, OPERATOR_PORT, PORTAL_PORT, SANDBOX_PORT
                      where the API, the operators' door, the merchants' portal and the shop listen
  TOLLGATE_HOME       the folder that holds all state
  TOLLGATE_APIS       how many API processes, all on one port (2)
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

export const CLUSTER_HELP = `npm run cluster [-- --verbose | --test]

Starts the gateway on a Temporal cluster as it runs in production: frontend, two history nodes,
matching and worker as processes of their own on 127.0.N.x, their tables in the embedded Postgres,
two gateways and two workers. The server is built with Go once. State is kept in .tollgate/cluster.

Options
  --test      kill every kind of node under load, and prove every payment afterwards
  --verbose   show every line that the processes print
  --help      show this

Settings: those of npm start (npm start -- --help), without TEMPORAL_ADDRESS

Examples
  npm run cluster
  npm run cluster -- --test
  TOLLGATE_HOME=../try npm run cluster
`

const OPTIONS = ['--verbose', '--help', '-h']

export const checkOptions = (args: readonly string[]): void =>
  refuseUnknown('npm start', args, OPTIONS)

export const checkClusterOptions = (args: readonly string[]): void =>
  refuseUnknown('npm run cluster', args, [...OPTIONS, '--test'])

/** Says what is wrong before anything starts, instead of ignoring a mistyped option. */
function refuseUnknown(command: string, args: readonly string[], known: readonly string[]): void {
  const unknown = args.find((arg) => !known.includes(arg))
  if (unknown === undefined) return
  throw new StackFailure(
    `${command} does not know ${unknown}. ${command} -- --help shows what it does.`,
  )
}

export const asksForHelp = (args: readonly string[]): boolean =>
  args.includes('--help') || args.includes('-h')
