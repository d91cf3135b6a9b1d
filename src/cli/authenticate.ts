import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import type { Db } from '../postgres/db.ts'
import { createDbPool } from '../postgres/db.ts'
import type { Operator } from '../postgres/operators.ts'
import { countRefusal, findOperator, isFounding, mayAs } from '../postgres/operators.ts'
import { audit } from './audit.ts'
import { commandContext, originOf } from './command-context.ts'
import { commandRules } from './command-rules.ts'
import { CommandFailure, exitCodes } from './exit.ts'
import { machineAccount } from './machine-account.ts'

/** What works on files that only the machine beside the database has, or says who operators are. */
const besideDatabase = new Set(['keys', 'operators'])

export interface Line {
  /** As it was typed, but for what is about this machine. */
  args: readonly string[]
  /** Beside the database, because the private port cannot be had. */
  breakGlass: boolean
}

/**
 * Whoever changes something proves who they are by their personal token; `--by` alone says nothing.
 * The private port knows whose it is and carries the command out: then there is nothing left to do
 * here. What must run beside the database is proved there, and written down as such.
 */
export async function authenticate(action: Command, line: Line): Promise<'here' | 'there'> {
  const path = pathOf(action)
  const isChange = action.options.some(({ long }) => long === '--by')
  const isBeside = besideDatabase.has(path.split(' ')[0] ?? '')
  if (commandContext()) {
    if (!isChange || isBeside) throw new CommandFailure(`${path} is not for the private port`)
    const { operator } = commandContext() ?? {}
    await withDb(async (db) => actAs(action, await allowed(db, operator, path)))
    return 'here'
  }
  if (!isChange || (path === 'operators add' && (await actAsFounder(action)))) return 'here'
  const token = tokenOf(action)
  if (isBeside || line.breakGlass) {
    await withDb(async (db) => {
      actAs(action, await allowed(db, await findOperator(db, 'token', token), path))
      const { by } = action.opts<{ by: string }>()
      if (!isBeside) await audit(db, by, 'break-glass', path)
    })
    return 'here'
  }
  const url = process.env.TOLLGATE_URL
  if (url === undefined)
    throw new CommandFailure(
      'where is the private port? set TOLLGATE_URL, or --break-glass beside the database',
      exitCodes.usage,
    )
  const { askPrivatePort } = await import('./ask-private-port.ts')
  await askPrivatePort(url, token, line.args, action)
  return 'there'
}

/** The name that the token belongs to is the one that approvals and the audit hold. */
function actAs(action: Command, operator: Operator): void {
  const { by } = action.opts<{ by?: string }>()
  if (by !== undefined && by !== operator.name)
    throw new CommandFailure(`the token is ${operator.name}'s, not ${by}'s`)
  action.setOptionValue('by', operator.name)
}

/** Nobody has a token before the first two operators are there: the account of the machine acts. */
async function actAsFounder(action: Command): Promise<boolean> {
  const founding = await withDb(isFounding)
  if (founding) action.setOptionValue('by', machineAccount())
  return founding
}

async function allowed(db: Db, operator: Operator | undefined, path: string): Promise<Operator> {
  const needed = commandRules[path]?.role
  if (needed === undefined) throw new CommandFailure(`nobody has decided who may ${path}`)
  if (operator && mayAs(operator.role, needed)) return operator
  if (operator ?? !(await countRefusal(db, originOf())))
    await audit(db, operator?.name ?? 'unknown', 'command-line', path, 'refused')
  throw new CommandFailure(
    operator ? `${operator.name} is ${operator.role}, this needs ${needed}` : 'not a valid token',
  )
}

function tokenOf(action: Command): string {
  const token = process.env.TOLLGATE_TOKEN ?? tokenOfStack(action.opts<{ by?: string }>().by)
  if (token !== undefined) return token
  throw new CommandFailure('who are you? set TOLLGATE_TOKEN to your token', exitCodes.usage)
}

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
    maxConnections: 1,
  })
  try {
    return await run(db)
  } finally {
    await db.end()
  }
}

function pathOf(action: Command): string {
  const names: string[] = []
  for (let one = action; one.parent; one = one.parent) names.unshift(one.name())
  return names.join(' ')
}
