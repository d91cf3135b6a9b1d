import { execute, maybeOne, statement } from '../postgres/db.ts'
import type { Db } from '../postgres/db.ts'
import { createEnvelope } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import { createKeyWrapper } from './create-key-wrapper.ts'
import { randomId } from './random-id.ts'
import { findUnreadableKeys, rewrapSecrets, vaultKinds } from './rewrap-secrets.ts'
import type { RewrapResult, SealedKind } from './rewrap-secrets.ts'
import { toSealed } from './secret-row.ts'
import type { SecretRow } from './secret-row.ts'

export type SecretKind = 'card' | 'wallet' | 'c2p'
export type NewSecret = {
  merchantId: string
  kind: SecretKind
  secret: object
  fingerprint?: string
}

type Options = { db: Db; keyRing: KeyRing; keyWrapper?: KeyWrapper }

/** Card secrets at rest: stored encrypted, read by reference, destroyed for good. */
export function createVault(options: Options) {
  const { db, keyRing, keyWrapper = createKeyWrapper(keyRing) } = options
  const envelope = createEnvelope(keyWrapper)

  return {
    /** Returns the reference under which the secret is read again. */
    store: async ({ merchantId, kind, secret, fingerprint }: NewSecret): Promise<string> => {
      const ref = randomId()
      const plaintext = Buffer.from(JSON.stringify(secret))
      const sealed = await envelope.seal(plaintext, { merchantId, recordId: ref })
      plaintext.fill(0)
      const { keyId, wrappedKey, ciphertext } = sealed
      const values = [ref, merchantId, kind, fingerprint ?? null, keyId, wrappedKey, ciphertext]
      await execute(db, INSERT, values)
      return ref
    },

    /** Undefined when it is another merchant's, destroyed or was never there. */
    read: async (ref: string, merchantId: string): Promise<object | undefined> => {
      const row = await maybeOne<SecretRow>(db, SELECT, [ref, merchantId])
      if (!row) return undefined
      const plaintext = await envelope.open(toSealed(row), { merchantId, recordId: ref })
      const secret = JSON.parse(plaintext.toString()) as object
      plaintext.fill(0)
      return secret
    },

    /**
     * Drops ciphertext and data key. Backups and logs of the database keep the old row until
     * they age out; retiring the wrapping key after a `rewrap` makes those unreadable as well.
     */
    destroy: async (ref: string): Promise<void> => {
      await execute(db, DESTROY, [ref])
    },

    /** Says that a recorded payment or token refers to it, which saves it from `eraseOrphans`. */
    markUsed: async (ref: string): Promise<void> => {
      await execute(db, MARK_USED, [ref])
    },

    /** Destroys what was vaulted for a request that never came to anything. */
    eraseOrphans: (olderThanMs: number): Promise<number> =>
      execute(db, ERASE_ORPHANS, [olderThanMs]),

    /** Moves up to `limit` secrets to the current wrapping key; see `rewrapSecrets`. */
    rewrap: (of: SealedKind, limit: number, after?: string): Promise<RewrapResult> =>
      rewrapSecrets({ db, envelope, of, limit, after }),

    /** The ids of keys under which secrets stand and cannot be opened; a start refuses then. */
    unreadableKeys: (): Promise<string[]> => findUnreadableKeys({ db, envelope }, vaultKinds),
  }
}

/** How many cards and wallets' tokens are kept that nothing refers to; there must be none. */
export const countOrphans = async (db: Db): Promise<number> =>
  (await maybeOne<{ count: number }>(db, COUNT_ORPHANS))?.count ?? 0

export type Vault = ReturnType<typeof createVault>

const INSERT = statement(
  'vault_insert',
  `insert into vault.secret
     (ref, merchant_id, kind, fingerprint, key_id, wrapped_key, ciphertext)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

const SELECT = statement(
  'vault_select',
  `select ref, merchant_id, key_id, wrapped_key, ciphertext
   from vault.secret
   where ref = $1 and merchant_id = $2 and destroyed_at is null`,
)

const DESTROY = statement(
  'vault_destroy',
  `update vault.secret
   set destroyed_at = now(), key_id = null, wrapped_key = null, ciphertext = null,
       fingerprint = null
   where ref = $1 and destroyed_at is null`,
)

const MARK_USED = statement(
  'vault_mark_used',
  `update vault.secret set used_at = now() where ref = $1 and used_at is null`,
)

const COUNT_ORPHANS = statement(
  'vault_count_orphans',
  'select count(*)::int as count from vault.orphan',
)

const ERASE_ORPHANS = statement(
  'vault_erase_orphans',
  `update vault.secret
   set destroyed_at = now(), key_id = null, wrapped_key = null, ciphertext = null,
       fingerprint = null
   where used_at is null and destroyed_at is null
     and created_at < now() - $1::double precision * interval '1 millisecond'`,
)
