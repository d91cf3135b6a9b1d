import { many, statement } from '../db.ts'
import type { Db } from '../db.ts'

/** Whose those payments are; what is no payment is left out. */
export const merchantsOfPayments = (
  db: Db,
  ids: readonly string[],
): Promise<{ paymentId: string; merchantId: string }[]> => many(db, WHOSE, [ids])

const WHOSE = statement(
  'portal_merchants_of_payments',
  `select payment_id as "paymentId", merchant_id as "merchantId" from portal_payment
    where payment_id = any($1::text[])`,
)
