import type { Currency } from '../domain/currency.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { chargingPhases } from '../domain/payment/phase.ts'
import type { ActorReads } from './actor-reads.ts'
import { createActorReads } from './actor-reads.ts'
import type { Changes } from './changes.ts'
import type { Db } from './db.ts'
import { many, maybeOne, statement } from './db.ts'

export interface Balance {
  currency: Currency
  availableMinor: number
  reservedMinor: number
}

/** What everybody reads, the API included. Reads never ask the workflow. */
export interface PaymentReads extends ActorReads<Payment> {
  search(
    merchantId: string,
    agentId: string | undefined,
    extOrderId: string | undefined,
  ): Promise<string[]>
  balances(merchantId: string): Promise<Balance[]>
  /** The payment that was charged under this name of an acquirer. */
  findByCharge(merchantId: string, acquirerRef: string): Promise<Payment | undefined>
  /** Whether a charge through this account has no answer yet, and so no name of the acquirer's. */
  isChargeAwaited(merchantId: string, via: string): Promise<boolean>
  isOrderPaid(merchantId: string, extOrderId: string, exceptPaymentId?: string): Promise<boolean>
}

const READABLE = `readable_until > now()`

const SEARCH = statement(
  'search_payments',
  `select payment_id from payment
    where merchant_id = $1 and ext_order_id = $2 and ($3::text is null or agent_id = $3) and ${READABLE}
    order by status in ('COMPLETED', 'SETTLED') desc, created_at desc, payment_id limit 100`,
)
const NEWEST = statement(
  'newest_payments',
  `select payment_id from payment
    where merchant_id = $1 and ($2::text is null or agent_id = $2) and ${READABLE}
    order by created_at desc, payment_id desc limit 100`,
)
const READ_BALANCES = statement(
  'read_balances',
  `select currency, available_minor as "availableMinor", reserved_minor as "reservedMinor"
     from balance where merchant_id = $1 order by currency`,
)
const ORDER_PAID = statement(
  'is_order_paid',
  `select payment_id from paid_order where merchant_id = $1 and ext_order_id = $2`,
)

const FIND_BY_CHARGE = statement(
  'find_payment_by_charge',
  `select state from payment
    where merchant_id = $1 and state @? '$.transactions[*].acquirerRef'
      and jsonb_path_query_array(state, '$.transactions[*].acquirerRef') @> jsonb_build_array($2::text)
    order by created_at limit 1`,
)

const CHARGE_AWAITED = statement(
  'is_charge_awaited',
  `select 1 as awaited from payment
    where phase = any($3) and phase not in ('paid', 'settled', 'rejected', 'cancelled', 'errored')
      and merchant_id = $1 and state ->> 'via' = $2
    limit 1`,
)

export function createPaymentReads(db: Db, changes: Changes): PaymentReads {
  return {
    ...createActorReads<Payment>(db, changes, { table: 'payment', idColumn: 'payment_id' }),
    search: async (merchantId, agentId, extOrderId) => {
      const agent = agentId ?? null
      const rows = await (extOrderId === undefined
        ? many<{ payment_id: string }>(db, NEWEST, [merchantId, agent])
        : many<{ payment_id: string }>(db, SEARCH, [merchantId, extOrderId, agent]))
      return rows.map((row) => row.payment_id)
    },
    findByCharge: (merchantId, acquirerRef) => findByCharge(db, merchantId, acquirerRef),
    isChargeAwaited: async (merchantId, via) => {
      const values = [merchantId, via, chargingPhases]
      return (await maybeOne<{ awaited: number }>(db, CHARGE_AWAITED, values)) !== undefined
    },
    balances: (merchantId) => readBalances(db, merchantId),
    isOrderPaid: async (merchantId, extOrderId, exceptPaymentId) => {
      const row = await maybeOne<{ payment_id: string }>(db, ORDER_PAID, [merchantId, extOrderId])
      return row !== undefined && row.payment_id !== exceptPaymentId
    },
  }
}

export const findByCharge = async (
  db: Db,
  merchantId: string,
  acquirerRef: string,
): Promise<Payment | undefined> =>
  (await maybeOne<{ state: Payment }>(db, FIND_BY_CHARGE, [merchantId, acquirerRef]))?.state

export const readBalances = (db: Db, merchantId: string): Promise<Balance[]> =>
  many<Balance>(db, READ_BALANCES, [merchantId])
