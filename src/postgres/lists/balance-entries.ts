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

/** What moved a merchant's balance, the latest first. */
export function listBalanceEntries(
  db: Db,
  merchantId: string,
  page: {
    currency?: string | undefined
    after?: readonly (string | number)[] | undefined
    limit: number
  },
): Promise<BalanceEntry[]> {
  const values: unknown[] = [payable(merchantId), page.limit]
  const value = (one: unknown) => `$${String(values.push(one))}`
  const conditions = ['p.account = $1']
  if (page.currency !== undefined) conditions.push(`p.currency = ${value(page.currency)}`)
  if (page.after) {
    const [at, ...key] = page.after
    const moment = `timestamptz 'epoch' + ${value(at)}::bigint * interval '1 microsecond'`
    const place = [moment, ...key.map(value)].join(', ')
    conditions.push(`(p.at, p.owner_id, p.version, p.position) < (${place})`)
  }
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
       from posting p
       left join journal j on j.owner_id = p.owner_id and j.version = p.version
       left join dispute d on d.dispute_id = p.owner_id
      where ${conditions.join(' and ')}
      order by p.at desc, p.owner_id desc, p.version desc, p.position desc limit $2`,
    values,
  )
}
