import { ConfigError } from '../settings/config.ts'
import { isUnreachable } from '../process/is-unreachable.ts'

/** What the exit code of a command means. */
export const exitCodes = { ok: 0, failure: 1, usage: 2, unreachable: 3 } as const

/** Ends the command with one sentence for the operator and a code for the script around it. */
export class CommandFailure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failure, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The command was given in a way that cannot be carried out. */
export const wrongUsage = (message: string): CommandFailure =>
  new CommandFailure(message, exitCodes.usage)

/** What went wrong, as an operator reads it and as a script does. */
export function failureOf(error: unknown): { problem: string; exitCode: number } {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  const problem = first instanceof Error ? first.message || first.name : String(first)
  return { problem, exitCode: exitCodeOf(error) }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandFailure) return error.exitCode
  if (error instanceof ConfigError) return exitCodes.usage
  return isUnreachable(error) ? exitCodes.unreachable : exitCodes.failure
}
