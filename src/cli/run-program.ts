import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { cliEnvironment } from './cli-environment.ts'
import { announced, commands, loaded } from './commands.ts'
import { CommandFailure, exitCodes, failureOf } from '../desk/failure.ts'
import { examples } from './print.ts'

/** Runs one command line; what went wrong is said on stderr and told by the exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    // What is wrong with the line itself has been said already, but for what a command finds out.
    const isSaid = error instanceof CommanderError && !(error instanceof InvalidArgumentError)
    if (!isSaid) process.stderr.write(`${failureOf(error).problem}\n`)
  }
}

/** The command line as far as these arguments need it. */
async function createProgram(args: readonly string[]): Promise<Command> {
  const called = args.find((arg) => Object.hasOwn(commands, arg))
  const all = Object.entries(commands).map(async ([name, entry]) =>
    name === called ? await loaded(name, entry) : announced(name, entry),
  )
  return programOf(await Promise.all(all))
}

/** All of it; documentation and tests walk it. @internal */
export const wholeProgram = async (): Promise<Command> =>
  programOf(await Promise.all(Object.entries(commands).map((one) => loaded(...one))))

function programOf(all: readonly Command[]): Command {
  const program = new Command('tollgate')
    .description('commands for operators')
    .option('--home <folder>', 'the folder of a running `npm start`, instead of the environment')
    .option('--json', 'answers as JSON')
    .option('--break-glass', 'change things beside the database, without the private port; audited')
  for (const command of all) program.addCommand(command)
  program
    .addHelpText('after', examples('stuck', 'payment timeline dysczfmmcufecvzgwxwgyvhbmhn'))
    .hook('preAction', (_, action) => {
      const { home, json } = program.opts<GlobalOptions>()
      if (json) action.setOptionValue('json', true)
      setEnvironment(home)
    })
  finish(program)
  return program
}

interface GlobalOptions {
  home?: string
  json?: boolean
}

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
  command.addHelpText('after', `\n${MEANINGS}`)
  const isLeaf = command.commands.length === 0 && !isGroup(command)
  if (isLeaf && !command.options.some(({ long }) => long === '--json'))
    command.option('--json', 'answer as JSON')
  command.commands.forEach(finish)
}

/** One that is only announced has no commands of its own yet. */
const isGroup = (command: Command): boolean => {
  const entry = command.parent?.parent === null ? commands[command.name()] : undefined
  return entry !== undefined && entry.takes === undefined
}

function exitCodeOf(error: unknown): number {
  if (error instanceof InvalidArgumentError) return exitCodes.usage
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  return failureOf(error).exitCode
}
