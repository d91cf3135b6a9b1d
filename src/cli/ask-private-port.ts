import type { Command } from 'commander'
import { Agent, fetch } from 'undici'
import { z } from 'zod'
import { complain, say, setExitCode } from './command-context.ts'
import type { CommandAnswer } from './command-context.ts'
import { CommandFailure, exitCodes } from './exit.ts'
import { readText } from './read-text.ts'

const LONGEST_MS = 16 * 60_000

const Answer = z.object({
  ...{ output: z.string(), problem: z.string(), exitCode: z.number() },
}) satisfies z.ZodType<CommandAnswer>

/** Sends the command to the private port, which knows whose token it is, and says what it answers. */
export async function askPrivatePort(
  url: string,
  token: string,
  args: readonly string[],
  action: Command,
): Promise<void> {
  const response = await fetch(new URL('/commands', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ args, files: await filesOf(action) }),
    redirect: 'error',
    dispatcher: new Agent({ headersTimeout: LONGEST_MS, bodyTimeout: LONGEST_MS }),
  }).catch((error: unknown) => {
    throw new CommandFailure(
      `the private port at ${url} does not answer (${causeOf(error)}): ` +
        'look at the audit before you try again',
      exitCodes.unreachable,
    )
  })
  const refusal = refusals[response.status]
  if (refusal !== undefined) throw new CommandFailure(refusal)
  if (!response.ok) throw new CommandFailure(`the private port answered ${String(response.status)}`)
  const { output, problem, exitCode } = Answer.parse(await response.json())
  if (output !== '') say(output)
  if (problem !== '') complain(problem)
  setExitCode(exitCode)
}

const refusals: Readonly<Record<number, string>> = {
  401: 'not a valid token',
  429: 'too many wrong tokens: wait 15 minutes',
}

/** What the command reads of this machine; the port has no eyes here. */
async function filesOf(action: Command): Promise<Record<string, string>> {
  const path = filePathOf(action)
  return path === undefined ? {} : { [path]: await readText(path) }
}

/** The first argument, or an option, that is a `<file>`. */
function filePathOf(action: Command): string | undefined {
  if (action.registeredArguments[0]?.name() === 'file') return action.args[0]
  const option = action.options.find(({ flags }) => flags.endsWith('<file>'))
  return option && (action.opts<Record<string, string>>()[option.attributeName()] ?? undefined)
}

const causeOf = (error: unknown): string =>
  error instanceof Error
    ? ((error.cause as Error | undefined)?.message ?? error.message)
    : 'unknown'
