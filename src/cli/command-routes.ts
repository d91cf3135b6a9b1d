import express, { Router } from 'express'
import { z } from 'zod'
import { addressOf, operatorOf } from '../operator/identify.ts'
import { inCommandContext } from './command-context.ts'
import type { CommandAnswer, CommandContext } from './command-context.ts'

const LARGEST = '32mb'
const LONGEST_SILENCE_MS = 15 * 60_000

const Body = z.strictObject({
  args: z.array(z.string().max(10_000)).max(100),
  files: z.record(z.string().max(1_000), z.string()).default({}),
})

/**
 * Commands of operators that change something, on the private port: the same program as the command
 * line, for whoever the token or session belongs to.
 */
export function commandRoutes(): Router {
  const router = Router()
  router.post('/commands', express.json({ limit: LARGEST }), async (request, response) => {
    const parsed = Body.safeParse(request.body)
    if (!parsed.success) {
      response.status(400).json({ error: 'invalid_request' })
      return
    }
    const { args, files } = parsed.data
    response.locals.subject = `/commands ${args.slice(0, 2).join(' ')}`
    // Settlement of a large batch takes longer than a connection may otherwise be silent.
    request.socket.setTimeout(LONGEST_SILENCE_MS)
    const who = { operator: operatorOf(response), origin: addressOf(request) }
    response.json(await runCommand(who, args, files))
  })
  return router
}

/** Carries a command line out for somebody who has proved who they are, and tells what it said. */
export async function runCommand(
  who: Pick<CommandContext, 'operator' | 'origin'>,
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<CommandAnswer> {
  const context: CommandContext = { ...who, files, output: [], problems: [], exitCode: 0 }
  // Loaded when it is needed: most processes never hear a command.
  const { runProgram } = await import('./run-program.ts')
  await inCommandContext(context, () => runProgram(args))
  return {
    output: context.output.join(''),
    problem: context.problems.join(''),
    exitCode: context.exitCode,
  }
}
