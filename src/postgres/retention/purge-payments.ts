import { withoutPersonalData } from '../../domain/data/personal-data.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Db, DbPool } from '../db.ts'
import { execute, many, statement, transaction } from '../db.ts'
import { forgetExchanges, readLines, scrubLines } from './forget.ts'

/**
 * Takes the personal data out of payments that merchants can no longer read, a few at a time. Their
 * money stays: journal, amounts, postings and who commanded what. Cards that no token needs are
 * destroyed, answers and notifications go. Returns how many payments it was.
 */
export const purgePayments = (pool: DbPool, limit: number): Promise<number> =>
  transaction(pool, async (db) => {
    const rows = await many<{ state: Payment }>(db, PAST_RETENTION, [limit])
    const ids = rows.map(({ state }) => state.id)
    if (ids.length === 0) return 0
    const lines = await readLines(db, ids)
    await destroyCards(db, ids, [rows, lines])
    await forgetExchanges(db, ids)
    await scrubLines(db, lines)
    await execute(db, SCRUB_PAYMENTS, [
      JSON.stringify(
        rows.map(({ state }) => ({ id: state.id, state: withoutPersonalData(state) })),
      ),
    ])
    return ids.length
  })

/** Every card and wallet token that the payments ever had, not only the last of each. */
async function destroyCards(db: Db, ids: string[], records: unknown): Promise<void> {
  const refs = [...new Set(vaultRefsIn(records))]
  if (refs.length > 0) await execute(db, DESTROY_CARDS, [ids, refs])
}

function vaultRefsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'vaultRef' && typeof member === 'string' ? [member] : vaultRefsIn(member),
  )
}

// Only what has ended: a payment that still moves, or waits for an operator, keeps everything.
const PAST_RETENTION = statement(
  'retention_past',
  `select state from payment
    where readable_until < now() and purged_at is null and held is null and next_due_at is null
      and state -> 'calls' = '[]'::jsonb
    order by readable_until limit $1
      for update skip locked`,
)

const DESTROY_CARDS = statement('retention_destroy_cards', 'select erase_purged_cards($1, $2)')

const SCRUB_PAYMENTS = statement(
  'retention_scrub_payments',
  `update payment p set state = s.state, purged_at = now()
     from jsonb_to_recordset($1::jsonb) as s(id text, state jsonb)
    where p.payment_id = s.id`,
)
