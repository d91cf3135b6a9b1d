import type { Db } from '../db.ts'
import { many, statement } from '../db.ts'

export interface PaymentFilter {
  phase?: string | undefined
  status?: string | undefined
  merchantId?: string | undefined
  rejectCode?: string | undefined
  /** What falls due before this moment. */
  dueBefore?: Date | undefined
  limit?: number
}

export interface PaymentLine {
  paymentId: string
  merchantId: string
  status: string
  phase: string
  method: string
  currency: string
  amountMinor: number
  rejectCode: string | null
  held: string | null
  nextDueAt: Date | null
  updatedAt: Date
}

/** Payments by where they stand, those that changed last first. */
export const listPayments = (db: Db, filter: PaymentFilter): Promise<PaymentLine[]> =>
  many<PaymentLine>(db, LIST, [
    filter.phase ?? null,
    filter.status ?? null,
    filter.merchantId ?? null,
    filter.rejectCode ?? null,
    filter.dueBefore ?? null,
    filter.limit ?? 100,
  ])

const LIST = statement(
  'operator_list_payments',
  `select payment_id as "paymentId", merchant_id as "merchantId", status, phase, method, currency,
     amount_minor as "amountMinor", reject_code as "rejectCode", held, next_due_at as "nextDueAt",
     updated_at as "updatedAt"
   from payment
   where ($1::text is null or phase = $1) and ($2::text is null or status = $2)
     and ($3::text is null or merchant_id = $3) and ($4::text is null or reject_code = $4)
     and ($5::timestamptz is null or next_due_at < $5)
   order by updated_at desc, payment_id limit $6`,
)
