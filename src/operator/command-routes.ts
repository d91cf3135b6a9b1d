import express, { Router } from 'express'
import type { Response } from 'express'
import type { DeskCommand } from '../desk/command.ts'
import { exitCodes, failureOf } from '../desk/failure.ts'
import { CommandFailure } from '../desk/failure.ts'
import { NotAllowed, perform, requireName } from '../desk/perform.ts'
import type { Db } from '../postgres/db.ts'
import { addressOf, operatorOf } from './identify.ts'

const LARGEST = '32mb'
const LONGEST_SILENCE_MS = 15 * 60_000

/** What operators can change, as JSON, for whoever the token or session belongs to. */
export function commandRoutes({ db }: { db: Db }): Router {
  const router = Router()
  router.get('/commands/openapi.json', async (_, response) => {
    const { commandsDocument } = await import('../desk/commands-document.ts')
    response.json(commandsDocument())
  })
  router.post('/commands/*name', express.json({ limit: LARGEST }), async (request, response) => {
    const { name } = request.params
    const command = await findCommand(name.join(' '))
    if (!command) {
      response.status(404).json({ error: 'not_found' })
      return
    }
    // Settlement of a large batch takes longer than a connection may otherwise be silent.
    request.socket.setTimeout(LONGEST_SILENCE_MS)
    const operator = operatorOf(response)
    try {
      const { by } = request.query
      requireName(operator.name, typeof by === 'string' ? by : undefined)
      const asker = { operator, origin: addressOf(request) }
      response.json(await perform(db, command, request.body ?? {}, asker))
    } catch (error) {
      answerFailure(response, error)
    }
  })
  return router
}

/** Loaded when they are needed: most processes never hear a command. */
async function findCommand(name: string): Promise<DeskCommand | undefined> {
  const { servedCommands } = await import('../desk/all-commands.ts')
  return servedCommands.find((one) => one.name === name)
}

const statuses: Readonly<Record<number, number>> = {
  [exitCodes.failure]: 409,
  [exitCodes.usage]: 400,
  [exitCodes.unreachable]: 503,
}

function answerFailure(response: Response, error: unknown): void {
  const failure = failureOf(error)
  response.status(statusOf(error, failure.exitCode)).json(failure)
}

function statusOf(error: unknown, exitCode: number): number {
  if (error instanceof NotAllowed) return 403
  const isExpected = error instanceof CommandFailure || exitCode !== exitCodes.failure
  return isExpected ? (statuses[exitCode] ?? 409) : 500
}
