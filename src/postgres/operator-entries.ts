import type { Currency } from '../domain/currency.ts'
import { settlementOfReference } from '../domain/settlement/merchant-settlement.ts'
import { payout, topUp } from '../domain/ledger.ts'
import type { Posting } from '../domain/ledger.ts'
import type { Balance } from './payments.ts'
import { execute, many, maybeOne, one, statement, transaction } from './db.ts'
import type { Db, DbPool } from './db.ts'

/** What an operator asks for, word for word as a second person agrees to it. */
export interface BalanceInstruction {
  name: 'payout' | 'top-up'
  merchantId: string
  currency: Currency
  amountMinor: number
  /** Makes it one movement: the same again changes nothing. */
  reference: string
}

/** Money that an operator pays out of, or into, a merchant's balance. */
export interface OperatorEntry extends Omit<BalanceInstruction, 'name'> {
  kind: BalanceInstruction['name']
  /** Who asked for it, and why. */
  actor: string
  reason: string
  /** Under which another person agreed. */
  approvalId: string
}

export type StoredEntry = OperatorEntry & { createdAt: Date; approvedBy: string }

export type EntryOutcome =
  | { status: 'booked' | 'known'; balance: Balance }
  | { status: EntryRefusal }

export type EntryRefusal =
  | 'balance_short'
  | 'reference_reused'
  | 'approval_missing'
  | 'settlement_differs'

/** Books it, or says why not; the balance never goes below zero. */
export async function bookOperatorEntry(pool: DbPool, entry: OperatorEntry): Promise<EntryOutcome> {
  try {
    return await transaction(pool, (db) => book(db, entry))
  } catch (error) {
    if (error instanceof SettlementDiffers) return { status: 'settlement_differs' }
    const { code, message } = error as { code?: string; message?: string }
    const status = code === 'TGW01' ? walls[message ?? ''] : undefined
    if (!status) throw error
    return { status }
  }
}

const walls: Readonly<Record<string, EntryRefusal>> = {
  balanceShort: 'balance_short',
  approvalMissing: 'approval_missing',
}

/** What became of a movement that was asked for before; undefined when there is none. */
export async function findOperatorEntry(
  db: Db,
  { reference, name, merchantId, currency, amountMinor }: BalanceInstruction,
): Promise<'known' | 'reference_reused' | undefined> {
  const values = [reference, name, merchantId, currency, amountMinor]
  if (await maybeOne(db, SAME, values)) return 'known'
  return (await maybeOne(db, TAKEN, [reference])) ? 'reference_reused' : undefined
}

export const listOperatorEntries = (
  db: Db,
  merchantId: string,
  limit: number,
): Promise<StoredEntry[]> => many<StoredEntry>(db, LIST, [merchantId, limit])

async function book(db: Db, entry: OperatorEntry): Promise<EntryOutcome> {
  const { reference, kind, merchantId, currency, amountMinor, actor, reason, approvalId } = entry
  const values = [reference, kind, merchantId, currency, amountMinor]
  const isNew = (await execute(db, INSERT, [...values, actor, reason, approvalId])) === 1
  if (!isNew && !(await maybeOne(db, SAME, values))) return { status: 'reference_reused' }
  if (isNew) {
    const list = JSON.stringify(await movements(db, entry))
    await execute(db, POST, [list, `entry/${reference}`])
  }
  const balance = await one<Balance>(db, BALANCE, [merchantId, currency])
  return { status: isNew ? 'booked' : 'known', balance }
}

/** A payout of a settlement is of its net, and keeps the fees that it names. */
async function movements(db: Db, { kind, ...entry }: OperatorEntry): Promise<Posting[]> {
  const { merchantId, currency, amountMinor, reference } = entry
  if (kind === 'top-up') return topUp(merchantId, amountMinor, currency)
  const settlementId = settlementOfReference(reference)
  if (settlementId === undefined) return payout(merchantId, amountMinor, currency)
  const due = await maybeOne<{ fees: number }>(db, DUE, [
    ...[settlementId, merchantId, currency, amountMinor],
  ])
  if (!due) throw new SettlementDiffers()
  return payout(merchantId, amountMinor, currency, due.fees)
}

/** Somebody has read its report again meanwhile, or it is another merchant's. */
class SettlementDiffers extends Error {}

const DUE = statement(
  'entry_settlement_due',
  `select fees_minor as fees from merchant_settlement
    where settlement_id = $1 and merchant_id = $2 and currency = $3
      and sales_minor - refunds_minor - disputes_minor - fees_minor = $4
    for update`,
)

const INSERT = statement(
  'entry_insert',
  `insert into operator_entry (reference, kind, merchant_id, currency, amount_minor, actor, reason,
                               approval_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
)

const SAME = statement(
  'entry_same',
  `select reference from operator_entry
    where reference = $1 and kind = $2 and merchant_id = $3 and currency = $4
      and amount_minor = $5`,
)

const TAKEN = statement('entry_taken', 'select reference from operator_entry where reference = $1')

const POST = statement('entry_post', 'select post($1::jsonb, $2, 1, now())')

const BALANCE = statement(
  'entry_balance',
  `select currency, available_minor as "availableMinor", reserved_minor as "reservedMinor"
     from balance where merchant_id = $1 and currency = $2`,
)

const LIST = statement(
  'entry_list',
  `select reference, kind, e.merchant_id as "merchantId", currency, amount_minor as "amountMinor",
          actor, e.reason, approval_id as "approvalId", approved_by as "approvedBy",
          created_at as "createdAt"
     from operator_entry e left join approval a on a.id = e.approval_id
    where e.merchant_id = $1 order by created_at desc limit $2`,
)
