import { decimal } from '../../domain/money.ts'
import type { Payment, Refund } from '../../domain/payment/payment.ts'
import { paymentInfo } from '../../domain/payment/view.ts'
import { settlementAmounts } from '../../domain/settlement/merchant-settlement.ts'
import { csvRow } from '../../domain/texts/csv-row.ts'
import type { PaymentFilter, PaymentSort } from '../../postgres/lists/payment-lists.ts'
import type { MerchantSettlement } from '../../postgres/self-service/merchant-settlements.ts'
import type { Services } from '../services.ts'

/** Read at once: enough that a page costs more than asking for it, and little memory. */
const PAGE = 500

const paymentColumns = [
  ...['paymentId', 'createdAt', 'updatedAt', 'status', 'method', 'card', 'amount', 'currency'],
  ...['captured', 'refunded', 'extOrderId', 'description', 'linkId', 'rejectCode'],
]

/** All payments that a filter means, in pieces; each is read when the one before is on its way. */
export async function* paymentsCsv(
  lists: Services['lists'],
  filter: PaymentFilter,
  order: PaymentSort = 'created_desc',
): AsyncGenerator<string> {
  yield csvRow(paymentColumns)
  for await (const payments of pagesOf(lists, filter, order))
    yield payments.map(paymentLine).join('')
}

function paymentLine(payment: Payment): string {
  const { order, capturedMinor, refundedMinor } = payment
  const { currency } = order
  const info = paymentInfo(payment, 'merchant')
  return csvRow([
    ...[payment.id, info.createdAt, info.updatedAt, info.status, payment.method],
    ...[payment.instrument?.cardMask ?? '', decimal(order.amountMinor, currency), currency],
    ...[decimal(capturedMinor, currency), decimal(refundedMinor, currency)],
    ...[order.extOrderId ?? '', order.description ?? '', payment.paymentLinkId ?? ''],
    payment.rejectCode ?? '',
  ])
}

const refundColumns = [
  ...['refundId', 'createdAt', 'updatedAt', 'status', 'amount', 'currency', 'paymentId'],
  ...['extOrderId', 'extRefundId', 'description', 'rejectCode'],
]

/** Refunds that were asked for in a time, of payments of any. */
export async function* refundsCsv(
  lists: Services['lists'],
  of: Pick<PaymentFilter, 'merchantId' | 'agentId'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): AsyncGenerator<string> {
  yield csvRow(refundColumns)
  const [first, last] = [from ? Date.parse(from) : -Infinity, to ? Date.parse(to) : Infinity]
  // Whoever was refunded since then has changed since then, and was there before the end.
  const filter = { ...of, withRefunds: true as const, updatedFrom: from, createdTo: to }
  for await (const payments of pagesOf(lists, filter, 'created_desc'))
    yield payments
      .flatMap((payment) =>
        payment.refunds
          .filter(({ createdAt }) => createdAt >= first && createdAt < last)
          .map((refund) => refundLine(payment, refund)),
      )
      .join('')
}

function refundLine({ id, order }: Payment, refund: Refund): string {
  const at = (moment: number) => new Date(moment).toISOString()
  return csvRow([
    ...[refund.refundId, at(refund.createdAt), at(refund.updatedAt), refund.status],
    ...[decimal(refund.amountMinor, order.currency), order.currency, id, order.extOrderId ?? ''],
    ...[refund.extRefundId ?? '', refund.description ?? '', refund.rejectCode ?? ''],
  ])
}

async function* pagesOf(
  lists: Services['lists'],
  filter: PaymentFilter,
  order: PaymentSort,
): AsyncGenerator<Payment[]> {
  for (let after: readonly (string | number)[] | undefined; ;) {
    const rows = await lists.payments(filter, { order, after, limit: PAGE })
    yield rows.map(({ payment }) => payment)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = [last.at, last.payment.id]
  }
}

const settlementColumns = [
  ...[
    'settlementId',
    'provider',
    'date',
    'currency',
    'gross',
    'refunds',
    'fees',
    'net',
    'lines',
    'disputes',
  ],
]

/** What was settled in a time, a line for each batch and currency. */
export async function* settlementsCsv(
  settlements: Services['settlements'],
  merchantId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): AsyncGenerator<string> {
  yield csvRow(settlementColumns)
  for (let after: readonly (string | number)[] | undefined; ;) {
    const rows = await settlements.list(merchantId, { from, to, after, limit: PAGE })
    yield rows.map(settlementLine).join('')
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = [last.micros, last.settlementId]
  }
}

function settlementLine(settlement: MerchantSettlement): string {
  const { currency, gross, refunds, disputes, fees, net } = settlementAmounts(settlement)
  return csvRow([
    ...[settlement.settlementId, settlement.provider, settlement.settledAt.toISOString(), currency],
    ...[gross, refunds, fees, net, settlement.lines, disputes].map(String),
  ])
}
