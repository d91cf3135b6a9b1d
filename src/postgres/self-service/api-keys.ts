import { createHash } from 'node:crypto'
import type { KeyScope } from '../../domain/key-scope.ts'
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
}

export interface NewApiKey {
  keyId: string
  /** What the merchant is shown once; only its hash is kept. */
  key: string
  name: string
  scopes: readonly KeyScope[]
  expiresAt?: string | undefined
}

/** The keys of merchants. Each change is audited in its own transaction. */
export interface ApiKeys {
  list(merchantId: string): Promise<ApiKeyRow[]>
  /** Undefined when the merchant has as many as it may. */
  create(given: NewApiKey, act: MerchantAct & { most: number }): Promise<ApiKeyRow | undefined>
  /** Ends it at once, for good; false when the merchant has no such key. */
  revoke(keyId: string, act: MerchantAct): Promise<boolean>
  /** Whose key this is and what it is for, when it is good now. */
  verify(key: string): Promise<VerifiedKey | undefined>
}

export interface VerifiedKey {
  keyId: string
  merchantId: string
  scopes: KeyScope[]
}

export const createApiKeys = (pool: DbPool): ApiKeys => ({
  list: (merchantId) => many(pool, LIST, [merchantId]),

  create: ({ keyId, key, name, scopes, expiresAt }, act) =>
    transaction(pool, async (db) => {
      await execute(db, LOCK_MERCHANT, [act.merchantId])
      const { count } = await one<{ count: number }>(db, COUNT, [act.merchantId])
      if (count >= act.most) return undefined
      const values = [keyId, act.merchantId, name, scopes, hashOf(key), expiresAt ?? null]
      const made = await one<ApiKeyRow>(db, INSERT, values)
      await auditMerchant(db, act, 'key.create', keyId, { name, scopes, expiresAt })
      return made
    }),

  revoke: (keyId, act) =>
    transaction(pool, async (db) => {
      const found = await maybeOne<{ fresh: boolean }>(db, REVOKE, [act.merchantId, keyId])
      if (found?.fresh) await auditMerchant(db, act, 'key.revoke', keyId)
      return found !== undefined
    }),

  verify: async (key) => {
    const found = await maybeOne<VerifiedKey & { isStale: boolean }>(pool, VERIFY, [hashOf(key)])
    if (!found) return undefined
    const { isStale, ...verified } = found
    if (isStale) await execute(pool, USED, [found.keyId])
    return verified
  },
})

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

const COLUMNS = `key_id as "keyId", name, scopes, created_at as "createdAt",
  expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`
const IS_GOOD = 'revoked_at is null and (expires_at is null or expires_at > now())'

const LIST = statement(
  'api_key_list',
  `select ${COLUMNS} from api_key where merchant_id = $1 order by created_at, key_id`,
)
const LOCK_MERCHANT = statement(
  'api_key_lock_merchant',
  'select 1 from merchant where mid = $1 for no key update',
)
const COUNT = statement(
  'api_key_count',
  `select count(*)::int as count from api_key where merchant_id = $1 and ${IS_GOOD}`,
)
const INSERT = statement(
  'api_key_insert',
  `insert into api_key (key_id, merchant_id, name, scopes, hash, expires_at)
   values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
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
const VERIFY = statement(
  'api_key_verify',
  `select key_id as "keyId", merchant_id as "merchantId", scopes,
     (last_used_at is null or last_used_at < now() - interval '1 minute') as "isStale"
   from api_key where hash = $1 and ${IS_GOOD}`,
)
const USED = statement('api_key_used', 'update api_key set last_used_at = now() where key_id = $1')
