import { createHash, randomBytes } from 'node:crypto'
import type { Db } from './db.ts'
import { execute, many, maybeOne, one, statement } from './db.ts'

/** What an operator may do; each may all that those before it may. */
export const operatorRoles = ['viewer', 'operator', 'approver', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Somebody who has proved who they are. */
export interface Operator {
  name: string
  role: OperatorRole
}

export interface ListedOperator extends Operator {
  createdAt: Date
  createdBy: string
  disabledAt: Date | null
  /** When the last of the tokens ends. */
  tokenUntil: Date | null
}

type CredentialKind = 'token' | 'session'

const DAY_MS = 86_400_000
const SESSION_MS = 8 * 3_600_000
const LONGEST_TOKEN_DAYS = 366
/** How often somebody may be wrong from one address, and for how long that counts. */
const MOST_FAILURES = 10
const FAILURES_COUNT = '15 minutes'

export const mayAs = (role: OperatorRole, needed: OperatorRole): boolean =>
  operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed)

/** Makes an operator, or gives one another role; a disabled one may come back this way. */
export async function saveOperator(
  db: Db,
  { name, role }: Operator,
  createdBy: string,
): Promise<void> {
  await execute(db, SAVE, [name, role, createdBy])
}

/**
 * Somebody whom a provider knows, with the role that they have there today. False when they are
 * disabled here, or share the name of an operator who is not the provider's.
 */
export async function saveVisitor(db: Db, { name, role }: Operator): Promise<boolean> {
  return (await execute(db, SAVE_VISITOR, [name, role, VISITOR])) === 1
}

/** A personal token. It is told once: only its hash is kept. */
export async function giveToken(
  db: Db,
  name: string,
  days: number,
  token: string = newToken(),
): Promise<string> {
  if (!(days > 0 && days <= LONGEST_TOKEN_DAYS))
    throw new RangeError(`a token is good for 1 to ${String(LONGEST_TOKEN_DAYS)} days`)
  await keep(db, 'token', name, token, days * DAY_MS)
  return token
}

/** What a browser holds after a sign-in, for a working day at most. */
export async function openSession(db: Db, name: string): Promise<string> {
  const session = newToken()
  await keep(db, 'session', name, session, SESSION_MS)
  return session
}

export const endSession = (db: Db, session: string): Promise<number> =>
  execute(db, END, [hashOf(session)])

/** Ends every token and session of the operator at once; false when there is no such operator. */
export async function disableOperator(db: Db, name: string): Promise<boolean> {
  return (await execute(db, DISABLE, [name])) === 1
}

export const findOperator = (
  db: Db,
  kind: CredentialKind,
  secret: string,
): Promise<Operator | undefined> => maybeOne<Operator>(db, FIND, [hashOf(secret), kind])

export const listOperators = (db: Db): Promise<ListedOperator[]> => many<ListedOperator>(db, LIST)

/** Counts a wrong token; true once there were too many from this address. */
export async function countRefusal(db: Db, origin: string): Promise<boolean> {
  await execute(db, FORGET_REFUSALS)
  const { failures } = await one<{ failures: number }>(db, COUNT_REFUSAL, [origin])
  return failures > MOST_FAILURES
}

const newToken = (): string => `tgo_${randomBytes(32).toString('base64url')}`

/** Of 256 random bits: nothing slower than one hash is needed. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

async function keep(
  db: Db,
  kind: CredentialKind,
  name: string,
  secret: string,
  lifeMs: number,
): Promise<void> {
  const until = new Date(Date.now() + lifeMs)
  await execute(db, KEEP, [hashOf(secret), name, kind, until])
}

const SAVE = statement(
  'operator_save',
  `insert into operator (name, role, created_by) values ($1, $2, $3)
   on conflict (name) do update set role = excluded.role, disabled_at = null`,
)
const VISITOR = 'oidc'
const SAVE_VISITOR = statement(
  'operator_save_visitor',
  `insert into operator (name, role, created_by) values ($1, $2, $3)
   on conflict (name) do update set role = excluded.role
    where operator.created_by = excluded.created_by and operator.disabled_at is null`,
)
const KEEP = statement(
  'operator_keep',
  `insert into operator_credential (hash, operator, kind, expires_at) values ($1, $2, $3, $4)
   on conflict (hash) do update set expires_at = excluded.expires_at, ended_at = null
    where operator_credential.operator = excluded.operator`,
)
const END = statement(
  'operator_end_session',
  `update operator_credential set ended_at = clock_timestamp()
    where hash = $1 and kind = 'session' and ended_at is null`,
)
const DISABLE = statement(
  'operator_disable',
  `with ended as (
     update operator_credential set ended_at = clock_timestamp()
      where operator = $1 and ended_at is null)
   update operator set disabled_at = coalesce(disabled_at, clock_timestamp()) where name = $1`,
)
const FIND = statement(
  'operator_find',
  `select o.name, o.role from operator_credential c join operator o on o.name = c.operator
    where c.hash = $1 and c.kind = $2 and c.ended_at is null
      and c.expires_at > clock_timestamp() and o.disabled_at is null`,
)
const LIST = statement(
  'operator_list',
  `select o.name, o.role, o.created_at as "createdAt", o.created_by as "createdBy",
          o.disabled_at as "disabledAt", max(c.expires_at) as "tokenUntil"
     from operator o
     left join operator_credential c
       on c.operator = o.name and c.kind = 'token' and c.ended_at is null
    group by o.name order by o.name`,
)
const FORGET_REFUSALS = statement(
  'operator_forget_refusals',
  `delete from operator_refusal where since < clock_timestamp() - interval '${FAILURES_COUNT}'`,
)
const COUNT_REFUSAL = statement(
  'operator_count_refusal',
  `insert into operator_refusal (origin, failures) values ($1, 1)
   on conflict (origin) do update set failures = operator_refusal.failures + 1
   returning failures`,
)
