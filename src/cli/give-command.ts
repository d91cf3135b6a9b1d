import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../settings/config.ts'
import { audit } from '../desk/audit.ts'
import type { Answer, DeskCommand } from '../desk/command.ts'
import { CommandFailure, wrongUsage } from '../desk/failure.ts'
import { machineAccount } from '../desk/machine-account.ts'
import { perform, requireName } from '../desk/perform.ts'
import type { Db } from '../postgres/db.ts'
import { CONNECT_AT_TERMINAL_MS, createDbPool } from '../postgres/db.ts'
import { countRefusal, findOperator, isFounding } from '../postgres/operators.ts'

interface Giving {
  by: string | undefined
  /** Beside the database, because the private port cannot be had. */
  breakGlass?: boolean | undefined
}

/**
 * Whoever changes something proves who they are by their personal token; `--by` alone says nothing.
 * The private port knows whose it is and carries the command out. What must run beside the database is
 * proved there, and written down as such.
 */
export async function giveCommand(
  command: DeskCommand,
  input: object,
  { by, breakGlass }: Giving,
): Promise<Answer> {
  // Nobody has a token before the first two operators are there: the account of the machine acts.
  if (command.name === 'operators add' && (await withDb(isFounding)))
    return command.carryOut(input, { by: machineAccount(), origin: hostname() })
  const token = process.env.TOLLGATE_TOKEN ?? tokenOfStack(by)
  if (token === undefined) throw wrongUsage('who are you? set TOLLGATE_TOKEN to your token')
  if (command.isBesideDatabase ?? breakGlass) return performHere(command, input, token, by)
  const url = process.env.TOLLGATE_URL
  if (url === undefined)
    throw wrongUsage(
      'where is the private port? set TOLLGATE_URL, or --break-glass beside the database',
    )
  const { askPrivatePort } = await import('./ask-private-port.ts')
  return askPrivatePort({ url, token, by }, command, input)
}

const performHere = (command: DeskCommand, input: object, token: string, by?: string) =>
  withDb(async (db) => {
    const origin = hostname()
    const operator = await findOperator(db, 'token', token)
    if (!operator) {
      if (!(await countRefusal(db, origin)))
        await audit(db, { by: 'unknown', origin }, 'command-line', command.name, 'refused')
      throw new CommandFailure('not a valid token')
    }
    requireName(operator.name, by)
    if (!command.isBesideDatabase)
      await audit(db, { by: operator.name, origin }, 'break-glass', command.name)
    return perform(db, command, input, { operator, origin })
  })

/** A stack of `npm start` has operators to try things with; nobody else's tokens lie around. */
function tokenOfStack(by: string | undefined): string | undefined {
  const path = join(process.env.TOLLGATE_HOME ?? '.tollgate', 'stack.json')
  if (!existsSync(path)) return undefined
  const { operators = [] } = JSON.parse(readFileSync(path, 'utf8')) as {
    operators?: { name: string; token: string }[]
  }
  return operators.find(({ name }) => by === undefined || name === by)?.token
}

async function withDb<T>(run: (db: Db) => Promise<T>): Promise<T> {
  const db = createDbPool({
    databaseUrl: readConfig(process.env, 'cli').database.url,
    applicationName: 'tollgate-cli',
    connectTimeoutMs: CONNECT_AT_TERMINAL_MS,
    maxConnections: 1,
  })
  try {
    return await run(db)
  } finally {
    await db.end()
  }
}
