import type { Currency } from '../../domain/currency.ts'
import type { Method } from '../../domain/instrument.ts'
import { many, statement } from '../db.ts'
import type { Db } from '../db.ts'

/** Payments of one day that are alike, counted. */
export interface FigureRow {
  /** In Warsaw, as settlements cut it. */
  day: string
  method: Method
  organization: string | null
  currency: Currency
  payments: number
  approved: number
  declined: number
  /** Not ended yet. */
  waiting: number
  /** Held and not captured. */
  holds: number
  heldMinor: number
  soldMinor: number
  refundedMinor: number
}

export interface MerchantFigures {
  /** Of the payments that were created since; it follows one index of the merchant's payments. */
  since(merchantId: string, from: Date): Promise<FigureRow[]>
}

export const createMerchantFigures = (db: Db): MerchantFigures => ({
  since: (merchantId, from) => many(db, SINCE, [merchantId, from]),
})

const SINCE = statement(
  'portal_figures',
  `select to_char(created_at at time zone 'Europe/Warsaw', 'YYYY-MM-DD') as day, method,
          state #>> '{instrument,organization}' as organization, currency,
          count(*)::int as payments,
          (count(*) filter (where status in ('COMPLETED', 'SETTLED') or authorized_minor > 0))::int as approved,
          (count(*) filter (where status = 'REJECTED' and authorized_minor = 0))::int as declined,
          (count(*) filter (where status in ('NEW', 'PENDING')))::int as waiting,
          (count(*) filter (where phase = 'authorized'))::int as holds,
          coalesce(sum(authorized_minor - captured_minor) filter (where phase = 'authorized'), 0)::bigint
            as "heldMinor",
          coalesce(sum(captured_minor) filter (where status in ('COMPLETED', 'SETTLED')), 0)::bigint
            as "soldMinor",
          coalesce(sum(refunded_minor), 0)::bigint as "refundedMinor"
     from payment where merchant_id = $1 and created_at >= $2
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
)
