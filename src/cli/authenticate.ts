import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import type { Db } from '../postgres/db.ts'
import { createDbPool } from '../postgres/db.ts'
import { auditOperator } from '../postgres/operator-audit.ts'
import type { Operator, OperatorRole } from '../postgres/operators.ts'
import { countRefusal, findOperator, mayAs } from '../postgres/operators.ts'
import { CommandFailure, exitCodes } from './exit.ts'

/** What changes more than one payment is for administrators; agreeing to money, for approvers. */
const neededRoles: Readonly<Record<string, OperatorRole>> = {
  'approvals approve': 'approver',
  merchants: 'administrator',
  keys: 'administrator',
  bins: 'administrator',
}

/**
 * Whoever changes something proves who they are by their personal token; `--by` alone says nothing.
 * The name that the token belongs to is the one that approvals and the audit hold.
 */
export async function authenticate(action: Command): Promise<void> {
  if (!action.options.some(({ long }) => long === '--by')) return
  const { by } = action.opts<{ by?: string }>()
  const token = process.env.TOLLGATE_TOKEN ?? tokenOfStack(by)
  if (token === undefined)
    throw new CommandFailure('who are you? set TOLLGATE_TOKEN to your token', exitCodes.usage)
  const db = createDbPool({
    databaseUrl: readConfig(process.env, 'cli').database.url,
    applicationName: 'tollgate-cli',
    maxConnections: 1,
  })
  try {
    const operator = await proved(db, token, pathOf(action))
    if (by !== undefined && by !== operator.name)
      throw new CommandFailure(`the token is ${operator.name}'s, not ${by}'s`)
    action.setOptionValue('by', operator.name)
  } finally {
    await db.end()
  }
}

async function proved(db: Db, token: string, path: string): Promise<Operator> {
  const operator = await findOperator(db, 'token', token)
  const needed = neededRoles[path] ?? neededRoles[path.split(' ')[0] ?? ''] ?? 'operator'
  if (operator && mayAs(operator.role, needed)) return operator
  if (operator ?? !(await countRefusal(db, hostname())))
    await auditOperator(db, {
      ...{ operator: operator?.name ?? 'unknown', action: 'command-line', subject: path },
      ...{ origin: hostname(), outcome: 'refused' },
    })
  throw new CommandFailure(
    operator ? `${operator.name} is ${operator.role}, this needs ${needed}` : 'not a valid token',
  )
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

function pathOf(action: Command): string {
  const names: string[] = []
  for (let one = action; one.parent; one = one.parent) names.unshift(one.name())
  return names.join(' ')
}
