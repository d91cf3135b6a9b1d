import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../postgres/db.ts'
import type { Operator } from '../postgres/operators.ts'
import { giveToken, saveOperator } from '../postgres/operators.ts'
import type { SeededOperator } from './stack-file.ts'

const TOKEN_DAYS = 366
const people: readonly Operator[] = [
  { name: 'anna', role: 'administrator' },
  { name: 'jan', role: 'approver' },
]

/** Two people of the sandbox, because money needs two; always with the same tokens. */
export async function seedOperators(db: Db, home: string): Promise<SeededOperator[]> {
  const tokens = keepTokens(join(home, 'operators.json'))
  const seeded: SeededOperator[] = []
  for (const { name, role } of people) {
    const token = tokens[name] ?? ''
    await saveOperator(db, { name, role }, 'npm start')
    await giveToken(db, name, TOKEN_DAYS, token)
    seeded.push({ name, role, token })
  }
  return seeded
}

function keepTokens(path: string): Record<string, string> {
  const known = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)
    : {}
  const fresh = () => `tgo_${randomBytes(32).toString('base64url')}`
  const kept = Object.fromEntries(people.map(({ name }) => [name, known[name] ?? fresh()]))
  writeFileSync(`${path}.draft`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.draft`, path)
  return kept
}
