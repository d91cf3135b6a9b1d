import { createHash } from 'node:crypto'
import { currencies } from '../../domain/currency.ts'
import type { Currency } from '../../domain/currency.ts'
import { toMinor } from '../../domain/money.ts'
import type { Db } from '../db.ts'
import { filtered, many } from '../db.ts'

export interface PaymentFilter {
  phase?: string | undefined
  status?: string | undefined
  merchantId?: string | undefined
  rejectCode?: string | undefined
  /** What falls due before this moment. */
  dueBefore?: Date | undefined
  extOrderId?: string | undefined
  /** Major units, as people write them; of every currency when none is named. */
  amount?: string | undefined
  currency?: string | undefined
  /** The last four digits of the card. */
  lastFour?: string | undefined
  /** SHA-256 of the payer's address in small letters: no search holds the address itself. */
  emailHash?: string | undefined
  /** Ours, which begins with the payment, or the one of the provider. */
  reference?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  limit?: number
}

export interface PaymentLine {
  paymentId: string
  merchantId: string
  extOrderId: string | null
  cardMask: string | null
  status: string
  phase: string
  method: string
  currency: string
  amountMinor: number
  rejectCode: string | null
  held: string | null
  nextDueAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Payments by where they stand, those that changed last first. */
export function listPayments(db: Db, filter: PaymentFilter): Promise<PaymentLine[]> {
  const { phase, status, merchantId, rejectCode, dueBefore, limit = 100 } = filter
  const { extOrderId, amount, currency, lastFour, emailHash, reference, createdTo } = filter
  const since = createdSince(filter)
  const { sql, values } = filtered(
    'operator_list_payments',
    {
      'phase = $': phase,
      'status = $': status,
      'merchant_id = $': merchantId,
      'reject_code = $': rejectCode,
      'next_due_at < $': dueBefore,
      [`${OF_ALL} and ext_order_id = $`]: extOrderId,
      [`currency || ' ' || amount_minor = any($::text[])`]: amount && moneyOf(amount, currency),
      'currency = $': amount === undefined ? currency : undefined,
      [`${OF_ALL} and ${MASK} is not null and right(${MASK}, 4) = $`]: lastFour,
      [`encode(sha256(convert_to(lower(state #>> '{customer,email}'), 'UTF8')), 'hex') = $`]:
        emailHash,
      ...byReference(reference),
      'created_at >= $': since,
      // Nothing changes before it is there: the list, which is in this order, ends where the days do.
      'updated_at >= $': since,
      'created_at < $': createdTo,
    },
    limit,
    (where, most) => `select ${COLUMNS} from payment where ${where}
      order by updated_at desc, payment_id limit ${most}`,
  )
  return many<PaymentLine>(db, sql, values)
}

/** All merchants by name, because the indexes of orders and cards begin with them. */
const OF_ALL = 'merchant_id = any(array(select mid from merchant))'
const MASK = `state #>> '{instrument,cardMask}'`

const WINDOW_MS = 30 * 86_400_000

/** What no index knows is looked for in the last thirty days, unless a day is given. */
function createdSince({ createdFrom, ...filter }: PaymentFilter): Date | undefined {
  const { amount, lastFour, emailHash } = filter
  const scanned = amount ?? lastFour ?? emailHash
  return createdFrom ?? (scanned ? new Date(Date.now() - WINDOW_MS) : undefined)
}

/** Under which hash the payments of an address are found. */
export const emailHashOf = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('hex')

/** What an amount is in minor units, which differs from currency to currency. */
function moneyOf(amount: string, currency: string | undefined): string[] {
  const codes = (Object.keys(currencies) as Currency[]).filter(
    (code) => currency === undefined || code === currency,
  )
  return codes.flatMap((code) => {
    const minor = toMinor(amount.replace(',', '.'), code)
    return minor === undefined ? [] : [`${code} ${String(minor)}`]
  })
}

/** Our references are `<paymentId>-<what>`. */
const isOurs = (reference: string): boolean => /^[a-z]{20,}(-|$)/.test(reference)

/** Every condition has its place in the name of the statement, given or not. */
const byReference = (reference = ''): Record<string, string | undefined> => ({
  'payment_id = $': isOurs(reference) ? reference.split('-')[0] : undefined,
  // A question of its own: nothing but the index of references can answer it.
  [`payment_id = any(array(select payment_id from payment
      where jsonb_build_array($::text) <@ jsonb_path_query_array(state, '$.transactions[*].acquirerRef')
        and state @? '$.transactions[*].acquirerRef'))`]:
    isOurs(reference) || reference === '' ? undefined : reference,
})

const COLUMNS = `payment_id as "paymentId", merchant_id as "merchantId",
  ext_order_id as "extOrderId", state #>> '{instrument,cardMask}' as "cardMask", status, phase, method, currency,
  amount_minor as "amountMinor", reject_code as "rejectCode", held, next_due_at as "nextDueAt",
  created_at as "createdAt", updated_at as "updatedAt"`
