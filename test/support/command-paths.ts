import type { Command } from 'commander'
import { wholeProgram } from '../../src/cli/run-program.ts'

/** Every command of the command line that does something, such as `payment show`. */
export const commandPaths = (): string[] => leavesOf(program).map(pathOf)

export const program = await wholeProgram()

/** One that takes something itself acts, though it has commands below it, which come before it. */
const leavesOf = (command: Command): Command[] => [
  ...command.commands.flatMap(leavesOf),
  ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [command] : []),
]

const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
