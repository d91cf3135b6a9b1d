import { execute, many, maybeOne, statement } from '../postgres/db.ts'
import type { Db } from '../postgres/db.ts'
import { createEnvelope } from './envelope.ts'
import type { Sealed } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import { createLocalKeyWrapper } from './local-key-wrapper.ts'
import { randomId } from './random-id.ts'

export type SecretKind = 'card' | 'wallet' | 'c2p'
export type NewSecret = {
  merchantId: string
  kind: SecretKind
  secret: object
  fingerprint?: string
}
export type RewrapResult = { rewrapped: number; unreadable: string[]; last: string | undefined }

type Options = { db: Db; keyRing: KeyRing; keyWrapper?: KeyWrapper }

/** Card secrets at rest: stored encrypted, read by reference, destroyed for good. */
export function createVault(options: Options) {
  const { db, keyRing, keyWrapper = createLocalKeyWrapper(keyRing) } = options
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
      const row = await maybeOne<Row>(db, SELECT, [ref, merchantId])
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

    /**
     * Moves up to `limit` secrets to the current wrapping key while traffic runs. Each row says
     * itself under which key it stands, so a run that was cut off just starts again. Call with
     * the last reference until nothing is left; unreadable rows are listed and passed over.
     */
    rewrap: async (limit: number, after = ''): Promise<RewrapResult> => {
      const current = await envelope.currentKeyId()
      const rows = await many<Row>(db, SELECT_OUTDATED, [current, after, limit])
      const result: RewrapResult = { rewrapped: 0, unreadable: [], last: rows.at(-1)?.ref }
      for (const row of rows) {
        const owner = { merchantId: row.merchant_id, recordId: row.ref }
        const sealed = await envelope.rewrap(toSealed(row), owner).catch(() => undefined)
        if (sealed) {
          const values = [row.ref, row.key_id, sealed.keyId, sealed.wrappedKey]
          result.rewrapped += await execute(db, REPLACE_KEY, values)
        } else {
          result.unreadable.push(row.ref)
        }
      }
      return result
    },
  }
}

export type Vault = ReturnType<typeof createVault>

type Row = {
  ref: string
  merchant_id: string
  key_id: string
  wrapped_key: Buffer
  ciphertext: Buffer
}

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

const ERASE_ORPHANS = statement(
  'vault_erase_orphans',
  `update vault.secret
   set destroyed_at = now(), key_id = null, wrapped_key = null, ciphertext = null,
       fingerprint = null
   where used_at is null and destroyed_at is null
     and created_at < now() - $1::double precision * interval '1 millisecond'`,
)

const SELECT_OUTDATED = statement(
  'vault_select_outdated',
  `select ref, merchant_id, key_id, wrapped_key, ciphertext
   from vault.secret
   where key_id <> $1 and ref > $2 and destroyed_at is null
   order by ref
   limit $3`,
)

// Conditional, so that a secret destroyed or re-wrapped meanwhile is left as it is.
const REPLACE_KEY = statement(
  'vault_replace_key',
  `update vault.secret
   set key_id = $3, wrapped_key = $4
   where ref = $1 and key_id = $2 and destroyed_at is null`,
)

function toSealed(row: Row): Sealed {
  return { keyId: row.key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext }
}
