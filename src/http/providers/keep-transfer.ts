import { readerOf } from '../../connectors/autopay/definition.ts'
import type { Transfer } from '../../connectors/autopay/istn.ts'
import { orderIdOf, paymentIdOf } from '../../connectors/autopay/names.ts'
import { chargeReference } from '../../domain/payment/payment.ts'
import type { Payment, Transaction, TransactionType } from '../../domain/payment/payment.ts'
import type { Services, Uses } from '../services.ts'
import { chargedVia } from './account-news.ts'

interface Received {
  merchantId: string
  via: string
  reader: ReturnType<typeof readerOf>
  transfer: Transfer
  requestId: string
}

/**
 * Keeps what was sent on, to be settled with the next batch. A transfer of many payments names none of
 * them, and one that failed has settled nothing: both are only written to the log.
 */
export async function keepTransfer(
  services: Uses<'connectorAccounts' | 'log' | 'payments' | 'reportedSettlements'>,
  received: Received,
): Promise<void> {
  const { merchantId, reader, transfer } = received
  const { orderId, transferId, status } = transfer
  if (status !== 'SUCCESS' || orderId === undefined) {
    const { via, requestId } = received
    services.log.info(
      { merchantId, via, transferId, status, requestId },
      'a transfer settles no payment',
    )
    return
  }
  const found = await services.payments.find(paymentIdOf(orderId))
  const payment = found?.merchantId === merchantId ? found : undefined
  const about = payment && chargeUnder(payment, orderId)
  const isSameShop = (stored: Parameters<typeof readerOf>[0]) =>
    readerOf(stored).serviceId === reader.serviceId
  const via = payment
    ? await chargedVia(services, { payment, via: received.via, about }, isSameShop)
    : received.via
  await services.reportedSettlements.keepLine(
    { merchantId, via },
    {
      name: transferId,
      currency: transfer.currency,
      ...(transfer.isRefund
        ? refundLine(transfer, payment)
        : chargeLine(transfer, about, reader.netSettlement)),
    },
  )
}

/** The attempt of a payment that an order was begun for. */
export const chargeUnder = ({ transactions }: Payment, orderId: string): Transaction | undefined =>
  transactions.find(({ reference }) => reference !== undefined && orderIdOf(reference) === orderId)

type ReportedLine = Parameters<Services['reportedSettlements']['keepLine']>[1]
type Line = Pick<ReportedLine, 'references' | 'operation' | 'amountMinor' | 'feeMinor'>

/** Money that came a second time is no charge of ours: its transfer has no name that anybody knows. */
function chargeLine(
  { amountMinor, transactionId, transferId }: Transfer,
  about: Transaction | undefined,
  isNet: boolean,
): Line {
  const isOurs = (about?.acquirerRef ?? transactionId) === transactionId
  const reference = isOurs ? about?.reference : undefined
  const gross = isNet && about ? Math.max(about.amountMinor, amountMinor) : amountMinor
  return {
    operation: 'authorize',
    references: [reference ?? `order-${transferId}`],
    amountMinor: gross,
    ...(gross > amountMinor && { feeMinor: gross - amountMinor }),
  }
}

const givingBack: ReadonlySet<TransactionType> = new Set(['REFUND', 'CANCEL', 'REVERSAL'])

/** They do not say which refund it was: one of the same sum that no other transfer was of. */
function refundLine({ amountMinor, transferId }: Transfer, payment: Payment | undefined): Line {
  const known = (payment?.transactions ?? [])
    .filter((one) => givingBack.has(one.type) && one.amountMinor === amountMinor)
    .flatMap(({ reference }) => reference ?? [])
  const back = payment?.sentBack === true ? [`${chargeReference(payment)}-back`] : []
  const unknown = `refund-${transferId}`
  const [first, ...others] = [...known, ...back, unknown]
  return { operation: 'refund', references: [first, ...others], amountMinor }
}
