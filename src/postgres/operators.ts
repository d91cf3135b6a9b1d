import type { Db } from './db.ts'
import { execute, many, maybeOne, one, statement } from './db.ts'
import { hashOfHalves, hashOfSecret, randomSecret } from './hash-of-secret.ts'

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

/** Who somebody is at the organization's own provider. */
export interface Identity {
  issuer: string
  subject: string
}

/** Makes an operator, or gives one another role; a disabled one may come back this way. */
export async function saveOperator(
  db: Db,
  { name, role }: Operator,
  createdBy: string,
  identity?: Identity,
): Promise<void> {
  await execute(db, SAVE, [name, role, createdBy, identity?.issuer, identity?.subject])
}

/**
 * Somebody whom a provider knows: who they are here. Issuer and subject decide, not the name, which may
 * have been somebody else's. The role is the one that they have there today, or for an operator of
 * ours the one that two people agreed to. Undefined when they are disabled here, or their name is
 * another's.
 */
export async function saveVisitor(
  db: Db,
  { name, role, issuer, subject }: Operator & Identity,
): Promise<Operator | undefined> {
  const known = await maybeOne<Operator>(db, MEET_VISITOR, [issuer, subject, role, VISITOR, name])
  if (known) return known
  return maybeOne<Operator>(db, SAVE_VISITOR, [name, role, VISITOR, issuer, subject])
}

/** A personal token. It is told once: only its hash is kept. */
export async function giveToken(
  db: Db,
  name: string,
  days: number,
  token: string = newToken(),
): Promise<string> {
  await keep(db, 'token', name, hashOfSecret(token), lifeOf(days))
  return token
}

/** The second half of a token whose first half somebody else has, of whom this is the hash. */
export async function giveSecondHalf(
  db: Db,
  name: string,
  days: number,
  firstHash: string,
): Promise<string> {
  const second = randomSecret()
  await keep(db, 'token', name, hashOfHalves(firstHash, second), lifeOf(days))
  return second
}

function lifeOf(days: number): number {
  if (days > 0 && days <= LONGEST_TOKEN_DAYS) return days * DAY_MS
  throw new RangeError(`a token is good for 1 to ${String(LONGEST_TOKEN_DAYS)} days`)
}

/** What a browser holds after a sign-in, for a working day at most. */
export async function openSession(db: Db, name: string): Promise<string> {
  const session = newToken()
  await keep(db, 'session', name, hashOfSecret(session), SESSION_MS)
  return session
}

export const endSession = (db: Db, session: string): Promise<number> =>
  execute(db, END, [hashOfSecret(session)])

/** Ends every token and session of the operator at once; false when there is no such operator. */
export async function disableOperator(db: Db, name: string): Promise<boolean> {
  return (await execute(db, DISABLE, [name])) === 1
}

export const findOperator = (
  db: Db,
  kind: CredentialKind,
  secret: string,
): Promise<Operator | undefined> => maybeOne<Operator>(db, FIND, [hashOfSecret(secret), kind])

export const listOperators = (db: Db): Promise<ListedOperator[]> => many<ListedOperator>(db, LIST)

/** Counts a wrong token; true once there were too many from this address. */
export async function countRefusal(db: Db, origin: string): Promise<boolean> {
  await execute(db, FORGET_REFUSALS)
  const { failures } = await one<{ failures: number }>(db, COUNT_REFUSAL, [origin])
  return failures > MOST_FAILURES
}

/** A personal token, or the first half of one. */
export const newToken = (): string => `tgo_${randomSecret()}`

/**
 * Whether there have never been two who can agree to what the other asks for. Disabled ones count:
 * whoever could begin anew by ending the others would be two people alone.
 */
export async function isFounding(db: Db): Promise<boolean> {
  return (await one<{ founding: boolean }>(db, FOUNDING)).founding
}

async function keep(
  db: Db,
  kind: CredentialKind,
  name: string,
  hash: Buffer,
  lifeMs: number,
): Promise<void> {
  const until = new Date(Date.now() + lifeMs)
  await execute(db, KEEP, [hash, name, kind, until])
}

const SAVE = statement(
  'operator_save',
  `insert into operator (name, role, created_by, issuer, subject) values ($1, $2, $3, $4, $5)
   on conflict (name) do update set role = excluded.role, disabled_at = null,
     issuer = coalesce(excluded.issuer, operator.issuer),
     subject = coalesce(excluded.subject, operator.subject)`,
)
const VISITOR = 'oidc'
/** An earlier one has no identity yet, and gets it with the name that only they had. */
const MEET_VISITOR = statement(
  'operator_meet_visitor',
  `update operator set issuer = $1, subject = $2,
          role = case when created_by = $4 then $3 else role end
    where disabled_at is null
      and ((issuer = $1 and subject = $2)
        or (issuer is null and name = $5 and created_by = $4
          and not exists (select from operator o where o.issuer = $1 and o.subject = $2)))
   returning name, role`,
)
const SAVE_VISITOR = statement(
  'operator_save_visitor',
  `insert into operator (name, role, created_by, issuer, subject) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning name, role`,
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
const FOUNDING = statement(
  'operator_founding',
  `select count(*) < 2 as founding from operator where role in ('approver', 'administrator')`,
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
