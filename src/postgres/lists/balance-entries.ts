import type { Currency } from '../../domain/currency.ts'
import { payable } from '../../domain/ledger.ts'
import { many } from '../db.ts'
import type { Db } from '../db.ts'

export interface BalanceEntry {
  at: Date
  /** Of `at`, in microseconds: with the rest of the posting's key the place in the list. */
  micros: number
  ownerId: string
  version: number
  position: number
  kind: string
  currency: Currency
  amountMinor: number
  balanceAfterMinor: number
  paymentId: string | null
  refundId: string | null
}

const KIND = `case
    when p.owner_id like 'entry/%' then
      (select upper(replace(e.kind, '-', '_')) from operator_entry e
        where e.reference = substr(p.owner_id, 7))
    when d.dispute_id is not null then
      case when p.amount_minor < 0 then 'DISPUTE' else 'DISPUTE_RETURNED' end
    when j.events @? '$[*] ? (@.type == "refundAccepted")' then 'REFUND'
    when j.events @? '$[*] ? (@.type == "refundRefused")' then 'REFUND_RETURNED'
    when j.events @? '$[*] ? (@.type == "reversalStarted")' then 'CANCEL'
    when j.events @? '$[*] ? (@.type == "saleKept")' then 'CANCEL_RETURNED'
    when j.events @? '$[*] ? (@.type == "paid" || @.type == "captured")' then 'SALE'
    else 'OTHER' end`

/**
 * What moved a merchant's balance, the latest first: of each of its currencies a page, because the index of postings
 * has a currency before the time.
 */
export function listBalanceEntries(
  db: Db,
  merchantId: string,
  page: {
    currency?: string | undefined
    after?: readonly (string | number)[] | undefined
    limit: number
  },
): Promise<BalanceEntry[]> {
  const values: unknown[] = [payable(merchantId), page.limit, merchantId]
  const value = (one: unknown) => `$${String(values.push(one))}`
  const ofCurrency = page.currency === undefined ? '' : `and b.currency = ${value(page.currency)}`
  const before = page.after ? `and (${KEY}) < (${placeOf(page.after, value)})` : ''
  return many<BalanceEntry>(
    db,
    `select p.at, (extract(epoch from p.at) * 1000000)::bigint as micros, p.owner_id as "ownerId", p.version,
            p.position, coalesce(${KIND}, 'OTHER') as kind, p.currency, p.amount_minor as "amountMinor",
            coalesce(p.balance_after_minor, 0) as "balanceAfterMinor",
            coalesce(d.payment_id,
              (select payment_id from payment where payment_id = p.owner_id)) as "paymentId",
            coalesce(
              jsonb_path_query_first(j.events, '$[*].refund.refundId') #>> '{}',
              jsonb_path_query_first(j.events, '$[*].refundId') #>> '{}') as "refundId"
       from balance b
      cross join lateral (
        select * from posting p where p.account = $1 and p.currency = b.currency ${before}
         order by ${LATEST_FIRST} limit $2) p
       left join journal j on j.owner_id = p.owner_id and j.version = p.version
       left join dispute d on d.dispute_id = p.owner_id
      where b.merchant_id = $3 ${ofCurrency}
      order by ${LATEST_FIRST} limit $2`,
    values,
  )
}

const KEY = 'p.at, p.owner_id, p.version, p.position'
const LATEST_FIRST = 'p.at desc, p.owner_id desc, p.version desc, p.position desc'

function placeOf(
  [at, ...key]: readonly (string | number)[],
  value: (one: unknown) => string,
): string {
  const moment = `timestamptz 'epoch' + ${value(at)}::bigint * interval '1 microsecond'`
  return [moment, ...key.map(value)].join(', ')
}
