import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { ConfigError } from '../config.ts'
import { isUnreachable } from '../is-unreachable.ts'
import { accountsCommand } from './providers/accounts.ts'
import { approvalsCommand } from './payments/approvals.ts'
import { balanceCommand } from './money/balance.ts'
import { binsCommand } from './cards/bins.ts'
import { authenticate } from './authenticate.ts'
import { cardDataCommand } from './keys/card-data.ts'
import { checkoutCommand } from './keys/checkout.ts'
import { cliEnvironment } from './cli-environment.ts'
import { connectorsCommand } from './providers/connectors.ts'
import { commandContext, complain, say, setExitCode } from './command-context.ts'
import { CommandFailure, exitCodes } from './exit.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { incidentCommand } from './incidents/incident.ts'
import { keysCommand } from './keys/keys.ts'
import { ledgerCommand } from './money/ledger.ts'
import { merchantsCommand } from './merchants/merchants.ts'
import { notificationsCommand } from './merchants/notifications.ts'
import { operatorsCommand } from './operators/operators.ts'
import { paymentCommand } from './payments/payment.ts'
import { examples } from './print.ts'
import { proveCommand } from './incidents/prove.ts'
import { replayCommand } from './incidents/replay.ts'
import { rolloutCommand } from './rollouts/rollout.ts'
import { routesCommand } from './providers/routes.ts'
import { settlementCommand } from './money/settlement.ts'
import { statsCommand } from './stats.ts'
import { stuckCommand } from './incidents/stuck.ts'

/** Runs one command line; what went wrong is said on stderr and told by the exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await createProgram(args).parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CarriedOut) return
    setExitCode(exitCodeOf(error))
    // What is wrong with the line itself has been said already, but for what a command finds out.
    const isSaid = error instanceof CommanderError && !(error instanceof InvalidArgumentError)
    if (!isSaid) complain(`${messageOf(error)}\n`)
  }
}

/** The whole command line; documentation and tests walk it. */
export function createProgram(args: readonly string[] = []): Command {
  const program = new Command('tollgate')
    .description('commands for operators')
    .option('--home <folder>', 'the folder of a running `npm start`, instead of the environment')
    .option('--json', 'answers as JSON')
    .option('--break-glass', 'change things beside the database, without the private port; audited')
    .addCommand(paymentCommand())
    .addCommand(approvalsCommand())
    .addCommand(stuckCommand())
    .addCommand(replayCommand())
    .addCommand(incidentCommand())
    .addCommand(proveCommand())
    .addCommand(rolloutCommand())
    .addCommand(merchantsCommand())
    .addCommand(operatorsCommand())
    .addCommand(keysCommand())
    .addCommand(statsCommand())
    .addCommand(settlementCommand())
    .addCommand(ledgerCommand())
    .addCommand(balanceCommand())
    .addCommand(binsCommand())
    .addCommand(connectorsCommand())
    .addCommand(accountsCommand())
    .addCommand(routesCommand())
    .addCommand(notificationsCommand())
    .addCommand(cardDataCommand())
    .addCommand(checkoutCommand())
    .addCommand(doctorCommand())
    .addHelpText('after', examples('stuck', 'payment timeline dysczfmmcufecvzgwxwgyvhbmhn'))
    .hook('preAction', async (_, action) => {
      const { home, json, breakGlass = false } = program.opts<GlobalOptions>()
      if (json) action.setOptionValue('json', true)
      // On the private port the settings are those of its process, whatever somebody sends.
      if (!commandContext()) setEnvironment(home)
      const line = { args: withoutHome(args), breakGlass }
      if ((await authenticate(action, line)) === 'there') throw new CarriedOut()
    })
  finish(program)
  return program
}

interface GlobalOptions {
  home?: string
  json?: boolean
  breakGlass?: boolean
}

/** The private port has done it: the action need not run here. */
class CarriedOut extends Error {}

const withoutHome = (args: readonly string[]): string[] =>
  args.filter((arg, at) => !arg.startsWith('--home') && args[at - 1] !== '--home')

const MEANINGS = 'Exit codes: 0 done, 1 failed or something found, 2 wrong usage, 3 not reachable'

/** A folder that is named must be running; else the environment, then the stack of this folder. */
function setEnvironment(home: string | undefined): void {
  const env = cliEnvironment(home === undefined ? process.env : { TOLLGATE_HOME: home })
  if (env['DATABASE_URL'] === undefined && home !== undefined)
    throw new CommandFailure(`nothing runs in ${home}`, exitCodes.unreachable)
  Object.assign(process.env, env)
}

/** What every command has; those that were added do not inherit it. */
function finish(command: Command): void {
  command.exitOverride().showHelpAfterError('(--help shows how)')
  command.configureOutput({ writeOut: say, writeErr: complain })
  command.addHelpText('after', `\n${MEANINGS}`)
  const isLeaf = command.commands.length === 0
  if (isLeaf && !command.options.some(({ long }) => long === '--json'))
    command.option('--json', 'answer as JSON')
  command.commands.forEach(finish)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandFailure) return error.exitCode
  if (error instanceof InvalidArgumentError) return exitCodes.usage
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  if (error instanceof ConfigError) return exitCodes.usage
  return isUnreachable(error) ? exitCodes.unreachable : exitCodes.failure
}

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error]
  return (first ?? error).message || error.name
}
