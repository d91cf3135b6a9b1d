import type { Notification, NotificationBody, NotificationKind } from '../actor/notification.ts'
import { numbered } from '../actor/notification.ts'
import { rejection } from '../actor/view/rejection.ts'
import { assert } from '../assert.ts'
import { toMajor } from '../money.ts'
import type { Event, EventType } from './events.ts'
import type { Payment, Refund, Transaction } from './payment.ts'
import { statusOfPhase } from './transitions.ts'

/** What an event tells the merchant: the payment, one of its transactions, or a refund. */
type Told = 'payment' | 'transaction' | 'refund'

const told: { [T in EventType]?: Told } = {
  rejected: 'payment',
  cancelled: 'payment',
  errored: 'payment',
  authorized: 'payment',
  paid: 'payment',
  settled: 'payment',
  captureStarted: 'transaction',
  captured: 'transaction',
  captureRefused: 'transaction',
  adjustmentStarted: 'transaction',
  adjusted: 'transaction',
  adjustmentRefused: 'transaction',
  withdrawn: 'transaction',
  holdKept: 'transaction',
  saleKept: 'transaction',
  refundAccepted: 'refund',
  refundCompleted: 'refund',
  refundRefused: 'refund',
  refundFailed: 'refund',
}

/** The notifications of one commit, numbered on from the payment's last one. */
export function notificationsOf(
  before: Payment | undefined,
  events: Event[],
  after: Payment,
  at: number,
): Notification[] {
  if (!after.merchant.notifies && !after.options.asyncNotify) return []
  const bodies: { kind: NotificationKind; body: NotificationBody }[] = []
  const status = statusOfPhase[after.phase]
  if ((before ? statusOfPhase[before.phase] : 'NEW') === 'NEW' && startsProcessing(events))
    bodies.push({ kind: 'payment', body: { ...paymentBody(after), status: 'PENDING' } })
  for (const event of events) {
    const what = told[event.type]
    if (what === 'payment')
      bodies.push({
        kind: 'payment',
        body: { ...paymentBody(after), status, ...rejection(after.rejectCode) },
      })
    if (what === 'transaction')
      bodies.push({ kind: 'payment', body: transactionBody(after, transactionOf(after, event)) })
    if (what === 'refund')
      bodies.push({ kind: 'refund', body: refundBody(after, refundIn(after, event)) })
  }
  return bodies.map(({ kind, body }, index) =>
    numbered(kind, body, after.id, (before?.notificationSequence ?? 0) + index + 1, at),
  )
}

const startsProcessing = (events: Event[]): boolean =>
  events.some(({ type }) =>
    [
      'walletOpeningStarted',
      'authenticationStarted',
      'authorizationStarted',
      'payerAsked',
    ].includes(type),
  )

const paymentBody = ({ id, tokenizerId, order, method, channel }: Payment): NotificationBody => ({
  paymentId: id,
  ...(tokenizerId ? { tokenizerId } : {}),
  ...(order.extOrderId ? { extOrderId: order.extOrderId } : {}),
  amount: toMajor(order.amountMinor, order.currency),
  currency: order.currency,
  method,
  channel,
})

const transactionBody = (payment: Payment, transaction: Transaction): NotificationBody => ({
  ...paymentBody(payment),
  status: statusOfPhase[payment.phase],
  amount: toMajor(transaction.amountMinor, payment.order.currency),
  transId: transaction.transId,
  transType: transaction.type,
  transStatus: transaction.status,
  ...rejection(transaction.rejectCode),
})

const refundBody = (payment: Payment, refund: Refund): NotificationBody => ({
  ...paymentBody(payment),
  status: refund.status,
  amount: toMajor(refund.amountMinor, payment.order.currency),
  transId: refund.transId,
  refundId: refund.refundId,
  ...(refund.extRefundId ? { extRefundId: refund.extRefundId } : {}),
  ...(refund.subpaymentId ? { subpaymentId: refund.subpaymentId } : {}),
  ...rejection(refund.rejectCode),
})

function transactionOf(payment: Payment, event: Event): Transaction {
  const transId =
    'transaction' in event ? event.transaction.transId : 'transId' in event ? event.transId : ''
  const found = payment.transactions.find((one) => one.transId === transId)
  assert(found, `no transaction for ${event.type}`)
  return found
}

function refundIn(payment: Payment, event: Event): Refund {
  const refundId =
    'refund' in event ? event.refund.refundId : 'refundId' in event ? event.refundId : ''
  const found = payment.refunds.find((one) => one.refundId === refundId)
  assert(found, `no refund for ${event.type}`)
  return found
}
