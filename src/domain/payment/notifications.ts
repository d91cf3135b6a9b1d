import type { Notification, NotificationBody, NotificationDraft } from '../actor/notification.ts'
import { numbered } from '../actor/notification.ts'
import { rejection } from '../actor/view/rejection.ts'
import { assert } from '../assert.ts'
import { toMajor } from '../money.ts'
import type { Event } from './events.ts'
import { isStart, ruleOf } from './operations/index.ts'
import type { Payment, Refund, Transaction } from './payment.ts'
import { statusOfPhase } from './phase.ts'

/** The notifications of one commit, numbered on from the payment's last one. */
export function notificationsOf(
  before: Payment | undefined,
  events: Event[],
  after: Payment,
  at: number,
): Notification[] {
  if (!isNotified(after)) return []
  return draftNotifications(before, events, after).map(({ kind, body }, index) =>
    numbered(kind, body, after.id, (before?.notificationSequence ?? 0) + index + 1, at),
  )
}

/** Whether there is an address to send notifications to; others are kept for the list of events. */
export const isNotified = ({ merchant, options }: Pick<Payment, 'merchant' | 'options'>): boolean =>
  merchant.notifies || options.asyncNotify !== undefined

/** What one commit is to its merchant, in order and without numbers. */
export function draftNotifications(
  before: Payment | undefined,
  events: Event[],
  after: Payment,
): NotificationDraft[] {
  const bodies: NotificationDraft[] = []
  const status = statusOfPhase[after.phase]
  if ((before ? statusOfPhase[before.phase] : 'NEW') === 'NEW' && startsProcessing(events, after))
    bodies.push({ kind: 'payment', body: { ...paymentBody(after), status: 'PENDING' } })
  for (const event of events) {
    const { notifies } = ruleOf(event)
    const what = typeof notifies === 'string' ? notifies : notifies(event)
    if (what === 'payment')
      bodies.push({
        kind: 'payment',
        body: { ...paymentBody(after), status, ...rejection(after.rejectCode) },
      })
    if (what === 'warning')
      bodies.push({ kind: 'payment', body: { ...paymentBody(after), status, warning: 'FRAUD' } })
    if (what === 'transaction')
      bodies.push({ kind: 'payment', body: transactionBody(after, transactionOf(after, event)) })
    if (what === 'refund')
      bodies.push({ kind: 'refund', body: refundBody(after, refundIn(after, event)) })
  }
  return bodies
}

const startsProcessing = (events: Event[], { merchant }: Payment): boolean =>
  events.some(
    ({ type }) =>
      isStart(type) && (merchant.everyStartTold === true || type !== 'profilingStarted'),
  )

const paymentBody = (payment: Payment): NotificationBody => ({
  ...namesOf(payment),
  ...(payment.paymentLinkId && { linkId: payment.paymentLinkId }),
  ...(payment.parentId && { parentPaymentId: payment.parentId }),
})

const namesOf = ({ id, tokenizerId, order, method, channel }: Payment): NotificationBody => ({
  paymentId: id,
  ...(tokenizerId && { tokenizerId }),
  ...(order.extOrderId && { extOrderId: order.extOrderId }),
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
  ...refundStatus(payment, refund),
  amount: toMajor(refund.amountMinor, payment.order.currency),
  transId: refund.transId,
  refundId: refund.refundId,
  ...(refund.extRefundId && { extRefundId: refund.extRefundId }),
  ...(refund.subpaymentId && { subpaymentId: refund.subpaymentId }),
  ...rejection(refund.rejectCode),
})

/**
 * An address of the payment's own takes everything, and no path tells a refund from its payment: there
 * `status` is always the payment's, so that a refused refund is not read as a failed payment.
 */
const refundStatus = (payment: Payment, { status }: Refund): NotificationBody =>
  payment.options.asyncNotify === undefined
    ? { status }
    : { status: statusOfPhase[payment.phase], transType: 'REFUND', transStatus: status }

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
