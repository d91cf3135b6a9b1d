import { toMajor } from '../../money.ts'
import type { Payment, Refund, Subpayment, Transaction } from '../payment.ts'
import { statusOfPhase } from '../phase.ts'
import { present, timeOf } from '../../present.ts'
import { rejection } from '../../actor/view/rejection.ts'

/** GET …/transactions, oldest first; `costs` by reference, in minor units. */
export const transactionRecords = (
  payment: Payment,
  costs: ReadonlyMap<string, number> = new Map(),
) =>
  payment.transactions.map((transaction) => {
    const costMinor = costs.get(transaction.reference ?? '')
    return transactionRecord(payment, transaction, costMinor)
  })

/** GET …/refunds, oldest first. */
export const refundRecords = (payment: Payment) =>
  payment.refunds.map((refund) => refundRecord(payment, refund))

/** GET …/subpayments; none for a payment that is not divided. */
export const subpaymentRecords = (payment: Payment) =>
  payment.subpayments.map((part) => subpaymentRecord(payment, part))

export const refundRecord = (payment: Payment, refund: Refund) =>
  present({
    refundId: refund.refundId,
    extRefundId: refund.extRefundId,
    paymentId: payment.id,
    subpaymentId: refund.subpaymentId,
    transId: refund.transId,
    ...money(payment, refund.amountMinor),
    status: refund.status,
    description: refund.description,
    ...rejection(refund.rejectCode),
    createdAt: timeOf(refund.createdAt),
    updatedAt: timeOf(refund.updatedAt),
  })

const transactionRecord = (
  payment: Payment,
  transaction: Transaction,
  costMinor: number | undefined,
) =>
  present({
    transId: transaction.transId,
    type: transaction.type,
    status: transaction.status,
    ...money(payment, transaction.amountMinor),
    description: transaction.description,
    authCode: transaction.authCode,
    acquirerRef: transaction.acquirerRef,
    via: viaOf(payment, transaction),
    cost: costMinor === undefined ? undefined : toMajor(costMinor, payment.order.currency),
    subpaymentId: transaction.subpaymentId,
    refundId: transaction.refundId,
    ...rejection(transaction.rejectCode),
    createdAt: timeOf(transaction.createdAt),
    updatedAt: timeOf(transaction.updatedAt),
  })

/** A transfer and BLIK stand under the payment's reference, through the account that it names. */
const viaOf = ({ reference, via }: Payment, transaction: Transaction): string | undefined =>
  transaction.via ?? (transaction.reference === reference ? via : undefined)

const subpaymentRecord = (payment: Payment, part: Subpayment) =>
  present({
    subpaymentId: part.subpaymentId,
    extSubpaymentId: part.extSubpaymentId,
    merchantId: part.merchantId,
    ...money(payment, part.amountMinor),
    commission: toMajor(part.commissionMinor, payment.order.currency),
    refunded: toMajor(part.refundedMinor, payment.order.currency),
    status: statusOfPhase[payment.phase],
    description: part.description,
  })

const money = ({ order }: Payment, amountMinor: number) => ({
  amount: toMajor(amountMinor, order.currency),
  currency: order.currency,
})
