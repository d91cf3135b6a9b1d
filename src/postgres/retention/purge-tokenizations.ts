import { withoutPersonalData } from '../../domain/data/personal-data.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import type { DbPool } from '../db.ts'
import { execute, many, statement, transaction } from '../db.ts'
import { forgetExchanges, readLines, scrubLines } from './forget.ts'

/**
 * Takes the personal data out of tokenizations that merchants can no longer read, a few at a time: of
 * those that came to nothing, and of tokens that were discarded. The proof of consent goes with it; the
 * card has gone before. Returns how many it was.
 */
export const purgeTokenizations = (pool: DbPool, limit: number): Promise<number> =>
  transaction(pool, async (db) => {
    const rows = await many<{ state: Tokenization }>(db, PAST_RETENTION, [limit])
    const ids = rows.map(({ state }) => state.id)
    if (ids.length === 0) return 0
    await forgetExchanges(db, ids)
    await scrubLines(db, await readLines(db, ids))
    await execute(db, FORGET_CUSTOMERS, [ids])
    const scrubbed = rows.map(({ state }) => ({ id: state.id, state: withoutPersonalData(state) }))
    await execute(db, SCRUB, [JSON.stringify(scrubbed)])
    return ids.length
  })

const PAST_RETENTION = statement(
  'retention_past_tokenizations',
  `select state from tokenization
    where readable_until < now() and purged_at is null and held is null and next_due_at is null
      and state -> 'calls' = '[]'::jsonb
    order by readable_until limit $1
      for update skip locked`,
)

// A discarded token keeps its number, so that nobody is given it again, and nothing of its customer.
const FORGET_CUSTOMERS = statement(
  'retention_forget_customers',
  `update card_token c set customer_key = '' from tokenization t
    where t.tokenizer_id = any($1) and c.merchant_id = t.merchant_id and c.token_id = t.token_id
      and c.status = 'DISCARDED'`,
)

const SCRUB = statement(
  'retention_scrub_tokenizations',
  `update tokenization t set state = s.state, token_id = null, purged_at = now()
     from jsonb_to_recordset($1::jsonb) as s(id text, state jsonb)
    where t.tokenizer_id = s.id`,
)
