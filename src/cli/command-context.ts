import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import type { Operator } from '../postgres/operators.ts'

/** A command that an operator has sent to the private port, and what it says there. */
export interface CommandContext {
  operator: Operator
  /** Where it was sent from. */
  origin: string
  /** What its arguments name and only the sender's machine has. */
  files: Readonly<Record<string, string>>
  output: string[]
  problems: string[]
  exitCode: number
}

/** What the command line is answered. */
export interface CommandAnswer {
  output: string
  problem: string
  exitCode: number
}

const contexts = new AsyncLocalStorage<CommandContext>()

/** Undefined on the command line itself. */
export const commandContext = (): CommandContext | undefined => contexts.getStore()

export const inCommandContext = <T>(context: CommandContext, run: () => Promise<T>): Promise<T> =>
  contexts.run(context, run)

export function say(text: string): void {
  const context = commandContext()
  if (context) context.output.push(text)
  else process.stdout.write(text)
}

export function complain(text: string): void {
  const context = commandContext()
  if (context) context.problems.push(text)
  else process.stderr.write(text)
}

export function setExitCode(code: number): void {
  const context = commandContext()
  if (context) context.exitCode = code
  else process.exitCode = code
}

export const originOf = (): string => commandContext()?.origin ?? hostname()
