import { Agent, fetch } from 'undici'
import { z } from 'zod'
import type { Answer, DeskCommand } from '../desk/command.ts'
import { CommandFailure, exitCodes } from '../desk/failure.ts'

const LONGEST_MS = 16 * 60_000

const Done = z.object({
  value: z.unknown(),
  text: z.string(),
  needsLook: z.boolean().default(false),
})
const NotDone = z.object({ problem: z.string(), exitCode: z.number() })

interface Port {
  url: string
  token: string
  /** Who they say they are; the port knows whose the token is. */
  by: string | undefined
}

/** Sends the command to the private port. */
export async function askPrivatePort(
  { url, token, by }: Port,
  { name }: DeskCommand,
  input: object,
): Promise<Answer> {
  const address = new URL(`/commands/${name.replaceAll(' ', '/')}`, url)
  if (by !== undefined) address.searchParams.set('by', by)
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
    redirect: 'error',
    dispatcher: new Agent({ headersTimeout: LONGEST_MS, bodyTimeout: LONGEST_MS }),
  }).catch((error: unknown) => {
    throw new CommandFailure(
      `the private port at ${url} does not answer (${causeOf(error)}): ` +
        'look at the audit before you try again',
      exitCodes.unreachable,
    )
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return Done.parse(body)
  const { data } = NotDone.safeParse(body)
  const problem =
    data?.problem ??
    refusals[response.status] ??
    `the private port answered ${String(response.status)}`
  throw new CommandFailure(problem, data?.exitCode)
}

const refusals: Readonly<Record<number, string>> = {
  401: 'not a valid token',
  429: 'too many wrong tokens: wait 15 minutes',
}

const causeOf = (error: unknown): string =>
  error instanceof Error
    ? ((error.cause as Error | undefined)?.message ?? error.message)
    : 'unknown'
