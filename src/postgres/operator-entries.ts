import type { Currency } from '../domain/currency.ts'
import { payout, topUp } from '../domain/ledger.ts'
import type { Balance } from './payments.ts'
import { execute, many, maybeOne, one, statement, transaction } from './db.ts'
import type { Db, DbPool } from './db.ts'

/** Money that an operator pays out of, or into, a merchant's balance. */
export interface OperatorEntry {
  /** Makes it one movement: the same again changes nothing. */
  reference: string
  kind: 'payout' | 'top-up'
  merchantId: string
  currency: Currency
  amountMinor: number
  /** Who did it, and why. */
  actor: string
  reason: string
}

export type StoredEntry = OperatorEntry & { createdAt: Date }

export type EntryOutcome =
  | { status: 'booked' | 'known'; balance: Balance }
  | { status: 'unknown_merchant' | 'balance_short' | 'reference_reused' }

/** Books it, or says why not; the balance never goes below zero. */
export async function bookOperatorEntry(pool: DbPool, entry: OperatorEntry): Promise<EntryOutcome> {
  const { merchantId } = entry
  if (!(await maybeOne(pool, MERCHANT, [merchantId]))) return { status: 'unknown_merchant' }
  try {
    return await transaction(pool, (db) => book(db, entry))
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    if (code === 'TGW01' && message === 'balanceShort') return { status: 'balance_short' }
    throw error
  }
}

export const listOperatorEntries = (
  db: Db,
  merchantId: string,
  limit: number,
): Promise<StoredEntry[]> => many<StoredEntry>(db, LIST, [merchantId, limit])

async function book(db: Db, entry: OperatorEntry): Promise<EntryOutcome> {
  const { reference, kind, merchantId, currency, amountMinor, actor, reason } = entry
  const values = [reference, kind, merchantId, currency, amountMinor]
  const isNew = (await execute(db, INSERT, [...values, actor, reason])) === 1
  if (!isNew && !(await maybeOne(db, SAME, values))) return { status: 'reference_reused' }
  if (isNew) {
    const move = kind === 'payout' ? payout : topUp
    const list = JSON.stringify(move(merchantId, amountMinor, currency))
    await execute(db, POST, [list, `entry/${reference}`])
  }
  const balance = await one<Balance>(db, BALANCE, [merchantId, currency])
  return { status: isNew ? 'booked' : 'known', balance }
}

const MERCHANT = statement('entry_merchant', 'select mid from merchant where mid = $1')

const INSERT = statement(
  'entry_insert',
  `insert into operator_entry (reference, kind, merchant_id, currency, amount_minor, actor, reason)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
)

const SAME = statement(
  'entry_same',
  `select reference from operator_entry
    where reference = $1 and kind = $2 and merchant_id = $3 and currency = $4
      and amount_minor = $5`,
)

const POST = statement('entry_post', 'select post($1::jsonb, $2, 1, now())')

const BALANCE = statement(
  'entry_balance',
  `select currency, available_minor as "availableMinor", reserved_minor as "reservedMinor"
     from balance where merchant_id = $1 and currency = $2`,
)

const LIST = statement(
  'entry_list',
  `select reference, kind, merchant_id as "merchantId", currency, amount_minor as "amountMinor",
          actor, reason, created_at as "createdAt"
     from operator_entry where merchant_id = $1 order by created_at desc limit $2`,
)
