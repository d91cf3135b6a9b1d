import type { Currency } from '../../domain/currency.ts'
import { execute, many, maybeOne, statement } from '../db.ts'
import type { Db } from '../db.ts'

/** What one batch of a provider comes to for one merchant in one currency. */
export interface MerchantSettlement {
  settlementId: string
  batchId: string
  /** Who settled: a provider of ours, or `connector/account` of the merchant. */
  provider: string
  merchantId: string
  currency: Currency
  settledAt: Date
  /** Of `settledAt`, in microseconds: the place in the list. */
  micros: number
  salesMinor: number
  refundsMinor: number
  disputesMinor: number
  feesMinor: number
  lines: number
  paidOutAt: Date | null
}

export interface MerchantLine {
  line: number
  kind: 'SALE' | 'REFUND' | 'DISPUTE' | 'DISPUTE_RETURNED'
  paymentId: string
  reference: string
  extOrderId: string | null
  amountMinor: number
  feeMinor: number
}

export interface SettlementFilter {
  from?: string | undefined
  to?: string | undefined
  after?: readonly (string | number)[] | undefined
  limit: number
}

/** The settlements of merchants; every read names the merchant. */
export interface MerchantSettlements {
  /** The latest first. */
  list(merchantId: string, filter: SettlementFilter): Promise<MerchantSettlement[]>
  find(merchantId: string, settlementId: string): Promise<MerchantSettlement | undefined>
  lines(settlement: MerchantSettlement, after: number, limit: number): Promise<MerchantLine[]>
  /** What providers have kept of a merchant's operations, by reference, where a report has said so. */
  costs(merchantId: string, references: readonly string[]): Promise<Map<string, number>>
}

export const createMerchantSettlements = (db: Db): MerchantSettlements => ({
  list: (merchantId, { from = null, to = null, after = [null, null], limit }) =>
    many(db, LIST, [merchantId, from, to, ...after, limit]),
  find: (merchantId, settlementId) => maybeOne(db, FIND, [merchantId, settlementId]),
  lines: ({ batchId, merchantId, currency }, after, limit) =>
    many(db, LINES, [batchId, merchantId, currency, after, limit]),
  costs: async (merchantId, references) => {
    const rows = await many<{ reference: string; costMinor: number }>(db, COSTS, [
      merchantId,
      references,
    ])
    return new Map(rows.map(({ reference, costMinor }) => [reference, costMinor]))
  },
})

/** Adds a batch up for its merchants, and has each told once what `factsOf` says of it. */
export async function notifyOfSettlements(
  db: Db,
  batchId: string,
  factsOf: (settlement: MerchantSettlement) => object,
): Promise<void> {
  await execute(db, SUM_UP, [batchId])
  for (;;) {
    const unnotified = await many<MerchantSettlement>(db, UNNOTIFIED, [batchId])
    for (const one of unnotified)
      await execute(db, TELL, [one.settlementId, JSON.stringify(factsOf(one))])
    if (unnotified.length < UNNOTIFIED_AT_ONCE) return
  }
}

const UNNOTIFIED_AT_ONCE = 100
const COLUMNS = `settlement_id as "settlementId", batch_id as "batchId", merchant_id as "merchantId",
  (select regexp_replace(b.provider, '^([^/]+/[^/]+)/.*$', '\\1') from settlement_batch b
    where b.batch_id = merchant_settlement.batch_id) as provider,
  currency, settled_at as "settledAt",
  (extract(epoch from settled_at) * 1000000)::bigint as micros, sales_minor as "salesMinor",
  refunds_minor as "refundsMinor", disputes_minor as "disputesMinor", fees_minor as "feesMinor", lines,
  (select e.created_at from operator_entry e
    where e.reference = 'settlement:' || merchant_settlement.settlement_id) as "paidOutAt"`

const LIST = statement(
  'merchant_settlement_list',
  `select ${COLUMNS} from merchant_settlement
    where merchant_id = $1
      and settled_at >= coalesce($2::timestamptz, '-infinity')
      and settled_at < coalesce($3::timestamptz, 'infinity')
      and ($4::bigint is null or (settled_at, settlement_id)
        < (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::text))
    order by settled_at desc, settlement_id desc limit $6`,
)
const FIND = statement(
  'merchant_settlement_find',
  `select ${COLUMNS} from merchant_settlement where merchant_id = $1 and settlement_id = $2`,
)
const LINES = statement(
  'merchant_settlement_lines',
  `select l.line,
          case when l.operation = 'dispute' then 'DISPUTE'
               when l.operation = 'disputeReversal' then 'DISPUTE_RETURNED'
               when l.outcome = 'settled' then 'SALE' else 'REFUND' end as kind,
          p.payment_id as "paymentId", l.reference, p.ext_order_id as "extOrderId",
          case when l.operation = 'dispute' then -l.amount_minor - l.provider_fee_minor
               when l.operation = 'disputeReversal' then l.amount_minor - l.provider_fee_minor
               when l.outcome = 'settled' then l.amount_minor else -l.amount_minor end
            as "amountMinor",
          l.fee_minor as "feeMinor"
     from settlement_line l
     join payment p on p.payment_id = coalesce(l.payment_id, split_part(l.reference, '-', 1))
    where l.batch_id = $1 and l.merchant_id = $2 and l.currency = $3 and l.line > $4
      and l.outcome in ('settled', 'matched')
    order by l.line limit $5`,
)
const SUM_UP = statement('merchant_settlement_sum_up', 'select sum_up_settlement($1)')
const UNNOTIFIED = statement(
  'merchant_settlement_untold',
  `select ${COLUMNS} from merchant_settlement
    where batch_id = $1 and told_at is null order by settlement_id limit ${UNNOTIFIED_AT_ONCE}`,
)
const TELL = statement(
  'merchant_settlement_tell',
  `with told as (
     update merchant_settlement set told_at = now()
      where settlement_id = $1 and told_at is null returning merchant_id
   ) select tell_merchant($1, merchant_id, 'settlement', $2::jsonb) from told`,
)

const COSTS = statement(
  'merchant_settlement_costs',
  `select reference, sum(provider_fee_minor)::bigint as "costMinor" from settlement_line
    where merchant_id = $1 and reference = any($2) and outcome in ('settled', 'matched', 'returned')
    group by reference`,
)
