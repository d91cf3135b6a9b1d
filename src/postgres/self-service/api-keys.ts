import { createHash } from 'node:crypto'
import type { KeyScope } from '../../domain/key-scope.ts'
import { usableScopes } from '../../domain/portal-role.ts'
import type { PortalRole } from '../../domain/portal-role.ts'
import { execute, many, maybeOne, one, statement, transaction } from '../db.ts'
import type { DbPool } from '../db.ts'
import { auditMerchant } from './merchant-audit.ts'
import type { MerchantAct } from './merchant-audit.ts'

export interface ApiKeyRow {
  keyId: string
  name: string
  scopes: KeyScope[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  /** What it can be used for now; nothing once it has ended, by itself or with its holder. */
  usable: KeyScope[]
  /** Who of the portal's people holds it; null: the merchant itself. */
  heldBy: string | null
}

export interface NewApiKey {
  keyId: string
  /** What the merchant is shown once; only its hash is kept. */
  key: string
  name: string
  scopes: readonly KeyScope[]
  expiresAt?: string | undefined
  /** Of the portal: who makes it. With the merchant's secret nobody holds it but the merchant. */
  holderId?: string | undefined
}

/** The keys of merchants. Each change is audited in its own transaction. */
export interface ApiKeys {
  list(merchantId: string): Promise<ApiKeyRow[]>
  /** Undefined when the merchant has as many as it may. */
  create(given: NewApiKey, act: MerchantAct & { most: number }): Promise<ApiKeyRow | undefined>
  /** Ends it at once, for good; false when the merchant has no such key. */
  revoke(keyId: string, act: MerchantAct): Promise<boolean>
  /** It goes on as the key of this person, or of the merchant itself; false when there is no such key. */
  takeOver(keyId: string, holderId: string | undefined, act: MerchantAct): Promise<boolean>
  /** Whose key this is and what it is for, when it is good now. */
  verify(key: string): Promise<VerifiedKey | undefined>
}

export interface VerifiedKey {
  keyId: string
  merchantId: string
  /** What the merchant calls it. */
  name: string
  scopes: KeyScope[]
}

export const createApiKeys = (pool: DbPool): ApiKeys => ({
  list: async (merchantId) => (await many<Kept>(pool, LIST, [merchantId])).map(asItIs),

  create: ({ keyId, key, name, scopes, expiresAt, holderId }, act) =>
    transaction(pool, async (db) => {
      await execute(db, LOCK_MERCHANT, [act.merchantId])
      const { count } = await one<{ count: number }>(db, COUNT, [act.merchantId])
      if (count >= act.most) return undefined
      const values = [keyId, act.merchantId, name, scopes, hashOf(key), expiresAt ?? null]
      await execute(db, INSERT, [...values, holderId ?? null])
      await auditMerchant(db, act, 'key.create', keyId, { name, scopes, expiresAt })
      return asItIs(await one<Kept>(db, READ, [keyId]))
    }),

  revoke: (keyId, act) =>
    transaction(pool, async (db) => {
      const found = await maybeOne<{ fresh: boolean }>(db, REVOKE, [act.merchantId, keyId])
      if (found?.fresh) await auditMerchant(db, act, 'key.revoke', keyId)
      return found !== undefined
    }),

  takeOver: (keyId, holderId, act) =>
    transaction(pool, async (db) => {
      const values = [act.merchantId, keyId, holderId ?? null]
      const taken = await maybeOne<{ before: string | null }>(db, TAKE_OVER, values)
      if (taken) await auditMerchant(db, act, 'key.take-over', keyId, { heldBefore: taken.before })
      return taken !== undefined
    }),

  verify: async (key) => {
    const found = await maybeOne<Verified>(pool, VERIFY, [hashOf(key)])
    if (!found) return undefined
    const { keyId, merchantId, name, isStale } = found
    const scopes = usableScopes(found.scopes, holderOf(found))
    if (scopes.length === 0) return undefined
    if (isStale) await execute(pool, USED, [keyId])
    return { keyId, merchantId, name, scopes }
  },
})

/** As the database has it; what that comes to is judged by the one table of who may what. */
interface Held {
  scopes: KeyScope[]
  holderRole: PortalRole | null
  isHolderGone: boolean
}
type Kept = Omit<ApiKeyRow, 'usable'> & Held & { isOver: boolean }
type Verified = VerifiedKey & Held & { isStale: boolean }

const holderOf = ({ holderRole, isHolderGone }: Held) =>
  holderRole === null ? undefined : { role: holderRole, isGone: isHolderGone }

function asItIs(kept: Kept): ApiKeyRow {
  const { holderRole, isHolderGone, isOver, ...row } = kept
  const usable = isOver
    ? []
    : usableScopes(row.scopes, holderOf({ ...row, holderRole, isHolderGone }))
  return { ...row, usable }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

const IS_GOOD = 'k.revoked_at is null and (k.expires_at is null or k.expires_at > now())'
// Whoever was disabled in between has lost the earlier keys, also when they are back.
const HOLDER = `p.role as "holderRole", p.person_id is not null and (p.disabled_at is not null
  or k.held_since <= coalesce(p.keys_ended_at, '-infinity')) as "isHolderGone"`
const HELD = 'api_key k left join portal_person p on p.person_id = k.holder_id'
const COLUMNS = `k.key_id as "keyId", k.name, k.scopes, k.created_at as "createdAt",
  k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
  p.name as "heldBy", not (${IS_GOOD}) as "isOver", ${HOLDER}`

const LIST = statement(
  'api_key_list',
  `select ${COLUMNS} from ${HELD} where k.merchant_id = $1 order by k.created_at, k.key_id`,
)
const READ = statement('api_key_read', `select ${COLUMNS} from ${HELD} where k.key_id = $1`)
const LOCK_MERCHANT = statement(
  'api_key_lock_merchant',
  'select 1 from merchant where mid = $1 for no key update',
)
const COUNT = statement(
  'api_key_count',
  `select count(*)::int as count from api_key k where merchant_id = $1 and ${IS_GOOD}`,
)
const INSERT = statement(
  'api_key_insert',
  `insert into api_key (key_id, merchant_id, name, scopes, hash, expires_at, holder_id, held_since)
   values ($1, $2, $3, $4, $5, $6, $7::text, case when $7::text is null then null else clock_timestamp() end)`,
)
// Ending what is ended changes nothing.
const REVOKE = statement(
  'api_key_revoke',
  `with own as (
     select key_id, revoked_at is null as fresh from api_key
      where merchant_id = $1 and key_id = $2 for update
   ), ended as (
     update api_key k set revoked_at = now() from own where k.key_id = own.key_id and own.fresh
   ) select fresh from own`,
)
// What has ended stays so: only one that would be good with another holder is taken over.
const TAKE_OVER = statement(
  'api_key_take_over',
  `with own as (
     select k.key_id, k.holder_id from api_key k
      where k.merchant_id = $1 and k.key_id = $2 and ${IS_GOOD} for update
   ), taken as (
     update api_key k set holder_id = $3::text,
            held_since = case when $3::text is null then null else clock_timestamp() end
       from own where k.key_id = own.key_id
   ) select holder_id as before from own`,
)
const VERIFY = statement(
  'api_key_verify',
  `select k.key_id as "keyId", k.merchant_id as "merchantId", k.name, k.scopes, ${HOLDER},
     (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as "isStale"
   from ${HELD} where k.hash = $1 and ${IS_GOOD}`,
)
const USED = statement('api_key_used', 'update api_key set last_used_at = now() where key_id = $1')
