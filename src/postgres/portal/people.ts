import { mayPerson } from '../../domain/portal-role.ts'
import type { PortalRole } from '../../domain/portal-role.ts'
import { execute, many, maybeOne, one, statement, transaction } from '../db.ts'
import type { Db, DbPool } from '../db.ts'
import { hashOfHalves, hashOfSecret, randomSecret } from '../hash-of-secret.ts'
import { auditMerchant } from '../self-service/merchant-audit.ts'
import type { MerchantAct } from '../self-service/merchant-audit.ts'
import { sealSecret } from '../self-service/sealed-secret.ts'
import type { Envelope, SealedSecret } from '../self-service/sealed-secret.ts'

export interface PersonRow {
  personId: string
  name: string
  role: PortalRole
  createdAt: Date
  joinedAt: Date | null
  disabledAt: Date | null
}

export interface Invited {
  personId: string
  merchantId: string
  merchantName: string
  name: string
  role: PortalRole
}

/** What somebody who takes an invitation brings along. */
export interface Joining {
  /** As argon2id writes it. */
  password: string
  /** Of the one-time codes, in base32. */
  secret: string
  /** Of the code that proved it. */
  step: number
  recoveryCodes: readonly string[]
  origin: string
}

/** Who uses the portal for a merchant. Each change is audited in its own transaction. */
export interface People {
  list(merchantId: string): Promise<PersonRow[]>
  /** The token of a link that is good once, for three days; undefined when the name is taken. */
  invite(
    given: { personId: string; name: string; role: PortalRole },
    act: MerchantAct,
    firstHash?: string,
  ): Promise<string | undefined>
  /** A new link for somebody who has lost what they sign in with; earlier ones end. */
  inviteAgain(personId: string, act: MerchantAct, firstHash?: string): Promise<string | undefined>
  findInvitation(token: string): Promise<Invited | undefined>
  /** Uses the link up; who they are is returned unless somebody was faster. */
  join(token: string, joining: Joining): Promise<Invited | undefined>
  /** The last owner stays one. Who may have no keys any more has lost earlier ones. */
  changeRole(personId: string, role: PortalRole, act: MerchantAct): Promise<PersonChange>
  /** Ends their sessions, the API keys that they hold and the invitations that they may have made, at once. */
  disable(personId: string, act: MerchantAct): Promise<PersonChange>
}

export type PersonChange = 'done' | 'unknown' | 'last_owner'

const INVITATION_DAYS = 3

export const createPeople = (pool: DbPool, envelope: Envelope): People => ({
  list: (merchantId) => listPeople(pool, merchantId),

  invite: ({ personId, name, role }, act, firstHash) =>
    transaction(pool, async (db) => {
      if (await hasLost(db, act)) return undefined
      const values = [personId, act.merchantId, name, role, act.actor]
      if ((await execute(db, INSERT, values)) === 0) return undefined
      await auditMerchant(db, act, 'portal.invite', personId, { name, role })
      return newInvitation(db, personId, firstHash)
    }),

  inviteAgain: (personId, act, firstHash) =>
    transaction(pool, async (db) => {
      if (await hasLost(db, act)) return undefined
      if ((await execute(db, ENABLE, [act.merchantId, personId])) === 0) return undefined
      await auditMerchant(db, act, 'portal.invite-again', personId)
      return newInvitation(db, personId, firstHash)
    }),

  findInvitation: (token) => maybeOne(pool, FIND_INVITATION, [hashOfSecret(token)]),

  join: (token, joining) =>
    transaction(pool, async (db) => {
      const used = await maybeOne<{ personId: string }>(db, USE_INVITATION, [hashOfSecret(token)])
      if (!used) return undefined
      const person = await one<Invited>(db, JOIN, [used.personId, joining.password, joining.step])
      const { personId, merchantId } = person
      await keepSecret(db, person, await sealSecret(envelope, merchantId, joining.secret))
      await execute(db, FORGET_CODES, [personId])
      await execute(db, KEEP_CODES, [personId, joining.recoveryCodes.map(hashOfSecret)])
      await execute(db, END_SESSIONS, [personId])
      const actor = `person/${personId}/${merchantId}`
      await auditMerchant(
        db,
        { merchantId, actor, origin: joining.origin },
        'portal.join',
        personId,
      )
      return person
    }),

  changeRole: (personId, role, act) =>
    transaction(pool, async (db) => {
      const found = await lockPerson(db, personId, act)
      if (!found) return 'unknown'
      if (role !== 'owner' && (await isLastOwner(db, found, act))) return 'last_owner'
      await execute(db, CHANGE_ROLE, [personId, role, !mayPerson(role, 'keys')])
      if (!mayPerson(role, 'people')) await endInvitationsBy(db, found, act)
      await auditMerchant(db, act, 'portal.role', personId, { role, before: found.role })
      return 'done'
    }),

  disable: (personId, act) =>
    transaction(pool, async (db) => {
      const found = await lockPerson(db, personId, act)
      if (!found) return 'unknown'
      if (await isLastOwner(db, found, act)) return 'last_owner'
      await execute(db, DISABLE, [personId])
      await execute(db, END_SESSIONS, [personId])
      await execute(db, END_INVITATIONS, [personId])
      await endInvitationsBy(db, found, act)
      await auditMerchant(db, act, 'portal.disable', personId)
      return 'done'
    }),
})

export const listPeople = (db: Db, merchantId: string): Promise<PersonRow[]> =>
  many(db, LIST, [merchantId])

/** Where somebody else has the first half of the token, what is returned is the second. */
async function newInvitation(db: Db, personId: string, firstHash?: string): Promise<string> {
  const token = randomSecret()
  const hash = firstHash === undefined ? hashOfSecret(token) : hashOfHalves(firstHash, token)
  await execute(db, END_INVITATIONS, [personId])
  await execute(db, KEEP_INVITATION, [hash, personId])
  return token
}

const keepSecret = (db: Db, { personId, merchantId }: Invited, sealed: SealedSecret) =>
  execute(db, KEEP_SECRET, [
    ...[sealed.record_id, personId, merchantId],
    ...[sealed.key_id, sealed.wrapped_key, sealed.ciphertext],
  ])

interface Locked {
  personId: string
  role: PortalRole
}

/** All changes of a merchant's people come one after another: two owners cannot end each other. */
async function lockPerson(
  db: Db,
  personId: string,
  { merchantId }: MerchantAct,
): Promise<Locked | undefined> {
  await execute(db, LOCK_PEOPLE, [merchantId])
  return maybeOne<Locked>(db, FIND_PERSON, [merchantId, personId])
}

async function isLastOwner(db: Db, { personId, role }: Locked, act: MerchantAct): Promise<boolean> {
  if (role !== 'owner') return false
  return !(await maybeOne(db, OTHER_OWNER, [act.merchantId, personId]))
}

/**
 * Who could invite may have kept a link, for themselves or a friend. Which are theirs is written nowhere but in
 * the audit, so all that are open end; whoever still wants somebody invites them again.
 */
async function endInvitationsBy(db: Db, { role }: Locked, { merchantId }: MerchantAct) {
  if (mayPerson(role, 'people')) await execute(db, END_ALL_INVITATIONS, [merchantId])
}

/** Whether a person who asks for an invitation was disabled or demoted since they asked. */
async function hasLost(db: Db, { merchantId, actor }: MerchantAct): Promise<boolean> {
  const [kind, personId] = actor.split('/')
  if (kind !== 'person') return false
  await execute(db, LOCK_PEOPLE, [merchantId])
  const found = await maybeOne<Locked>(db, FIND_PERSON, [merchantId, personId])
  return !found || !mayPerson(found.role, 'people')
}

const LIST = statement(
  'portal_people_list',
  `select person_id as "personId", name, role, created_at as "createdAt", joined_at as "joinedAt",
          disabled_at as "disabledAt"
     from portal_person where merchant_id = $1 order by created_at, person_id`,
)
const INSERT = statement(
  'portal_person_insert',
  `insert into portal_person (person_id, merchant_id, name, role, created_by)
   values ($1, $2, $3, $4, $5) on conflict (merchant_id, name) do nothing`,
)
const ENABLE = statement(
  'portal_person_enable',
  'update portal_person set disabled_at = null where merchant_id = $1 and person_id = $2',
)
const KEEP_INVITATION = statement(
  'portal_invitation_keep',
  `insert into portal_invitation (hash, person_id, expires_at)
   values ($1, $2, clock_timestamp() + interval '${INVITATION_DAYS} days')`,
)
const END_INVITATIONS = statement(
  'portal_invitation_end',
  `update portal_invitation set ended_at = clock_timestamp()
    where person_id = $1 and ended_at is null`,
)
const END_ALL_INVITATIONS = statement(
  'portal_invitation_end_all',
  `update portal_invitation i set ended_at = clock_timestamp() from portal_person p
    where p.person_id = i.person_id and p.merchant_id = $1 and i.ended_at is null`,
)
const IS_OPEN = `i.ended_at is null and i.expires_at > clock_timestamp()
  and p.disabled_at is null and m.status = 'active'`
const INVITED = `p.person_id as "personId", p.merchant_id as "merchantId", m.name as "merchantName",
  p.name, p.role`
const FIND_INVITATION = statement(
  'portal_invitation_find',
  `select ${INVITED} from portal_invitation i join portal_person p using (person_id)
     join merchant m on m.mid = p.merchant_id where i.hash = $1 and ${IS_OPEN}`,
)
const USE_INVITATION = statement(
  'portal_invitation_use',
  `update portal_invitation i set ended_at = clock_timestamp()
     from portal_person p join merchant m on m.mid = p.merchant_id
    where i.hash = $1 and p.person_id = i.person_id and ${IS_OPEN}
   returning i.person_id as "personId"`,
)
const JOIN = statement(
  'portal_person_join',
  `update portal_person p
      set password = $2, last_step = $3, joined_at = coalesce(joined_at, clock_timestamp()),
          failures = 0, locked_until = null
     from merchant m where p.person_id = $1 and m.mid = p.merchant_id
   returning ${INVITED}`,
)
const KEEP_SECRET = statement(
  'portal_totp_keep',
  `insert into portal_totp (record_id, person_id, merchant_id, key_id, wrapped_key, ciphertext)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (person_id) do update set record_id = excluded.record_id, key_id = excluded.key_id,
     wrapped_key = excluded.wrapped_key, ciphertext = excluded.ciphertext`,
)
const FORGET_CODES = statement(
  'portal_recovery_forget',
  'delete from portal_recovery_code where person_id = $1',
)
const KEEP_CODES = statement(
  'portal_recovery_keep',
  'insert into portal_recovery_code (hash, person_id) select unnest($2::bytea[]), $1',
)
const END_SESSIONS = statement(
  'portal_sessions_end_all',
  `with forgotten as (delete from portal_device where person_id = $1)
   update portal_session set ended_at = clock_timestamp()
    where person_id = $1 and ended_at is null`,
)
// Not a lock of the merchant's row: whoever asks may not change that.
const LOCK_PEOPLE = statement(
  'portal_lock_people',
  "select pg_advisory_xact_lock(hashtextextended('people/' || $1, 0))",
)
const FIND_PERSON = statement(
  'portal_person_find',
  `select person_id as "personId", role from portal_person
    where merchant_id = $1 and person_id = $2 and disabled_at is null`,
)
const OTHER_OWNER = statement(
  'portal_other_owner',
  `select 1 as found from portal_person
    where merchant_id = $1 and person_id <> $2 and role = 'owner' and disabled_at is null
      and joined_at is not null limit 1`,
)
const CHANGE_ROLE = statement(
  'portal_person_role',
  `update portal_person set role = $2,
          keys_ended_at = case when $3::boolean then clock_timestamp() else keys_ended_at end
    where person_id = $1`,
)
const DISABLE = statement(
  'portal_person_disable',
  `update portal_person set disabled_at = clock_timestamp(), keys_ended_at = clock_timestamp()
    where person_id = $1`,
)
