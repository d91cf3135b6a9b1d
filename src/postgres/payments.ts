import type { CommandOutcome } from '../domain/decision.ts'
import type { Currency } from '../domain/currency.ts'
import type { Payment } from '../domain/payment/payment.ts'
import type { Changes } from './changes.ts'
import { many, maybeOne, statement, type Db } from './db.ts'

export interface Balance {
  currency: Currency
  availableMinor: number
  reservedMinor: number
}

/** A command's end as it was committed, with the payment as it stands now. */
export interface CommandEnd {
  outcome: CommandOutcome
  bodyHash: string | undefined
  payment: Payment | undefined
}

/** What everybody reads, the API included. Reads never ask the workflow. */
export interface PaymentReads {
  find(paymentId: string): Promise<Payment | undefined>
  findByLink(linkId: string): Promise<Payment | undefined>
  findByServerTransId(serverTransId: string): Promise<Payment | undefined>
  search(merchantId: string, agentId: string | undefined, extOrderId: string): Promise<string[]>
  balances(merchantId: string): Promise<Balance[]>
  isOrderPaid(merchantId: string, extOrderId: string, exceptPaymentId?: string): Promise<boolean>
  waitForChange(paymentId: string, version: number, timeoutMs: number): Promise<void>
  commandEnd(paymentId: string, messageId: string): Promise<CommandEnd | undefined>
  waitForCommandEnd(
    paymentId: string,
    messageId: string,
    timeoutMs: number,
  ): Promise<CommandEnd | undefined>
  dueSince(paymentId: string, version: number): Promise<string[]>
}

const readable = `readable_until > now()`

const findSql = statement(
  'find-payment',
  `select state from payment where payment_id = $1 and ${readable}`,
)
const findByLinkSql = statement(
  'find-payment-by-link',
  `select state from payment where link_id = $1 and ${readable}`,
)
const findByServerTransSql = statement(
  'find-payment-by-server-trans',
  `select state from payment where server_trans_id = $1`,
)
const searchSql = statement(
  'search-payments',
  `select payment_id from payment
    where merchant_id = $1 and ext_order_id = $2 and ($3::text is null or agent_id = $3) and ${readable}
    order by status in ('COMPLETED', 'SETTLED') desc, created_at desc, payment_id limit 100`,
)
const balancesSql = statement(
  'read-balances',
  `select currency, available_minor as "availableMinor", reserved_minor as "reservedMinor"
     from balance where merchant_id = $1 order by currency`,
)
const orderPaidSql = statement(
  'is-order-paid',
  `select payment_id from paid_order where merchant_id = $1 and ext_order_id = $2`,
)
const versionSql = statement('payment-version', `select version from payment where payment_id = $1`)
const commandEndSql = statement(
  'command-end',
  `select j.outcome, j.body_hash as "bodyHash", p.state
     from journal j left join payment p on p.payment_id = j.owner_id
    where j.owner_id = $1 and j.message_id = $2`,
)
const dueSinceSql = statement(
  'due-since',
  `select split_part(message_id, '/', 2) as name from journal
    where owner_id = $1 and version > $2 and message_id like 'due/%' order by version`,
)

export function createPaymentReads(db: Db, changes: Changes): PaymentReads {
  const state = (row: { state: Payment } | undefined): Payment | undefined => row?.state
  const commandEnd = async (
    paymentId: string,
    messageId: string,
  ): Promise<CommandEnd | undefined> => {
    const row = await maybeOne<{
      outcome: CommandOutcome
      bodyHash: string | null
      state: Payment | null
    }>(db, commandEndSql, [paymentId, messageId])
    if (!row) return undefined
    return {
      outcome: row.outcome,
      bodyHash: row.bodyHash ?? undefined,
      payment: row.state ?? undefined,
    }
  }
  return {
    find: async (paymentId) => state(await maybeOne(db, findSql, [paymentId])),
    findByLink: async (linkId) => state(await maybeOne(db, findByLinkSql, [linkId])),
    findByServerTransId: async (id) => state(await maybeOne(db, findByServerTransSql, [id])),
    search: async (merchantId, agentId, extOrderId) => {
      const rows = await many<{ payment_id: string }>(db, searchSql, [
        merchantId,
        extOrderId,
        agentId ?? null,
      ])
      return rows.map((row) => row.payment_id)
    },
    balances: (merchantId) => many<Balance>(db, balancesSql, [merchantId]),
    isOrderPaid: async (merchantId, extOrderId, exceptPaymentId) => {
      const row = await maybeOne<{ payment_id: string }>(db, orderPaidSql, [merchantId, extOrderId])
      return row !== undefined && row.payment_id !== exceptPaymentId
    },
    waitForChange: async (paymentId, version, timeoutMs) => {
      const changed = async () => {
        const row = await maybeOne<{ version: number }>(db, versionSql, [paymentId])
        return row !== undefined && row.version > version ? true : undefined
      }
      await changes.until(paymentId, changed, timeoutMs)
    },
    commandEnd,
    waitForCommandEnd: (paymentId, messageId, timeoutMs) =>
      changes.until(paymentId, () => commandEnd(paymentId, messageId), timeoutMs),
    dueSince: async (paymentId, version) => {
      const rows = await many<{ name: string }>(db, dueSinceSql, [paymentId, version])
      return rows.map((row) => row.name)
    },
  }
}
