import { execute, many, statement } from '../postgres/db.ts'
import type { Db } from '../postgres/db.ts'
import type { Envelope } from './envelope.ts'
import { ownerOf, toSealed } from './secret-row.ts'
import type { SecretRow } from './secret-row.ts'

export type RewrapResult = { rewrapped: number; unreadable: string[]; last: string | undefined }

type Store = { db: Db; envelope: Envelope }
type Batch = Store & { limit: number; after: string | undefined }

/**
 * Moves up to `limit` secrets to the current wrapping key while traffic runs. Each row says
 * itself under which key it stands, so a run that was cut off just starts again. Call with
 * the last reference until nothing is left; unreadable rows are listed and passed over.
 */
export async function rewrapSecrets({ db, envelope, limit, after }: Batch): Promise<RewrapResult> {
  const current = await envelope.currentKeyId()
  const rows = await many<SecretRow>(db, SELECT_OUTDATED, [current, after ?? '', limit])
  const result: RewrapResult = { rewrapped: 0, unreadable: [], last: rows.at(-1)?.ref }
  for (const row of rows) {
    const sealed = await envelope.rewrap(toSealed(row), ownerOf(row)).catch(() => undefined)
    if (sealed) {
      const values = [row.ref, row.key_id, sealed.keyId, sealed.wrappedKey]
      result.rewrapped += await execute(db, REPLACE_KEY, values)
    } else {
      result.unreadable.push(row.ref)
    }
  }
  return result
}

/** Tries one secret of every key in use. */
export async function findUnreadableKeys({ db, envelope }: Store): Promise<string[]> {
  const unreadable: string[] = []
  for (const row of await many<SecretRow>(db, SELECT_ONE_PER_KEY)) {
    await envelope.open(toSealed(row), ownerOf(row)).then(
      (plaintext) => plaintext.fill(0),
      () => unreadable.push(row.key_id),
    )
  }
  return unreadable
}

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

// Jumps from key to key along the index instead of reading every row.
const SELECT_ONE_PER_KEY = statement(
  'vault_select_one_per_key',
  `with recursive keys as (
     (select min(key_id) as key_id from vault.secret where destroyed_at is null)
     union all
     select (select min(key_id) from vault.secret
             where key_id > keys.key_id and destroyed_at is null)
     from keys where keys.key_id is not null
   )
   select sample.*
   from keys cross join lateral (
     select ref, merchant_id, key_id, wrapped_key, ciphertext
     from vault.secret
     where key_id = keys.key_id and destroyed_at is null
     order by ref limit 1
   ) sample`,
)
