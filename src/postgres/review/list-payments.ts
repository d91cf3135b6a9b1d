import type { Db } from '../db.ts'
import { filtered, many } from '../db.ts'

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
export function listPayments(db: Db, filter: PaymentFilter): Promise<PaymentLine[]> {
  const { phase, status, merchantId, rejectCode, dueBefore, limit = 100 } = filter
  const { sql, values } = filtered(
    'operator_list_payments',
    {
      'phase = $': phase,
      'status = $': status,
      'merchant_id = $': merchantId,
      'reject_code = $': rejectCode,
      'next_due_at < $': dueBefore,
    },
    limit,
    (where, most) => `select ${COLUMNS} from payment where ${where}
      order by updated_at desc, payment_id limit ${most}`,
  )
  return many<PaymentLine>(db, sql, values)
}

const COLUMNS = `payment_id as "paymentId", merchant_id as "merchantId", status, phase, method, currency,
  amount_minor as "amountMinor", reject_code as "rejectCode", held, next_due_at as "nextDueAt",
  updated_at as "updatedAt"`
