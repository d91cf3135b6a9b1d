import type { DbPool } from '../db.ts'
import { execute, many, statement, transaction } from '../db.ts'
import { forgetExchanges } from './forget.ts'

/**
 * Forgets what merchants put forward and were told in disputes that they can no longer read, a few at a time.
 * Their money and their journal stay: they name no person. Returns how many it was.
 */
export const purgeDisputes = (pool: DbPool, limit: number): Promise<number> =>
  transaction(pool, async (db) => {
    const ids = (await many<{ id: string }>(db, PAST_RETENTION, [limit])).map(({ id }) => id)
    if (ids.length === 0) return 0
    await forgetExchanges(db, ids)
    await execute(db, FORGET_EVIDENCE, [ids])
    await execute(db, MARK, [ids])
    return ids.length
  })

const PAST_RETENTION = statement(
  'retention_past_disputes',
  `select dispute_id as id from dispute
    where readable_until < now() and purged_at is null and held is null and next_due_at is null
      and state -> 'calls' = '[]'::jsonb
    order by readable_until limit $1
      for update skip locked`,
)
const FORGET_EVIDENCE = statement(
  'retention_forget_evidence',
  'delete from dispute_evidence where dispute_id = any($1)',
)
const MARK = statement(
  'retention_mark_disputes',
  'update dispute set purged_at = now() where dispute_id = any($1)',
)
