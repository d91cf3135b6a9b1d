import { toMajor } from './money.ts'
import { declineByRejectCode } from './reasons/decline.ts'
import { rejectInfo } from './reasons/reject.ts'
import type { Event, EventType } from './payment/events.ts'
import type { Payment, Refund, Transaction } from './payment/payment.ts'
import { statusOfPhase } from './payment/transitions.ts'

/** The order of the fields is part of the signature. Absent ones are left out. */
export const notificationFields = [
  'paymentId',
  'tokenizerId',
  'status',
  'extOrderId',
  'amount',
  'currency',
  'method',
  'channel',
  'transId',
  'transType',
  'transStatus',
  'refundId',
  'extRefundId',
  'subpaymentId',
  'rejectCode',
  'rejectInfo',
  'eventId',
  'eventTime',
  'sequence',
] as const

export type NotificationBody = Partial<Record<(typeof notificationFields)[number], string | number>>

export interface Notification {
  sequence: number
  eventId: string
  /** The last part of the address: payments, refunds and tokenizations have one each. */
  kind: 'payment' | 'refund' | 'tokenizer'
  /** The exact body; a repeat sends the same bytes. */
  body: string
}

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
  const bodies: { kind: Notification['kind']; body: NotificationBody }[] = []
  const status = statusOfPhase[after.phase]
  if ((before ? statusOfPhase[before.phase] : 'NEW') === 'NEW' && startsProcessing(events))
    bodies.push({ kind: 'payment', body: { ...paymentBody(after), status: 'PENDING' } })
  for (const event of events) {
    const what = told[event.type]
    if (what === 'payment')
      bodies.push({
        kind: 'payment',
        body: { ...paymentBody(after), status, ...reject(after.rejectCode) },
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

/** Puts the fields in their order and closes the body with its number and time. */
export function numbered(
  kind: Notification['kind'],
  body: NotificationBody,
  ownerId: string,
  sequence: number,
  at: number,
): Notification {
  const eventId = `${ownerId}_${sequence}`
  const whole: NotificationBody = {
    ...body,
    eventId,
    eventTime: new Date(at).toISOString(),
    sequence,
  }
  const ordered = notificationFields.flatMap((name) =>
    whole[name] === undefined ? [] : [[name, whole[name]] as const],
  )
  return { sequence, eventId, kind, body: JSON.stringify(Object.fromEntries(ordered)) }
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
  ...reject(transaction.rejectCode),
})

const refundBody = (payment: Payment, refund: Refund): NotificationBody => ({
  ...paymentBody(payment),
  status: refund.status,
  amount: toMajor(refund.amountMinor, payment.order.currency),
  transId: refund.transId,
  refundId: refund.refundId,
  ...(refund.extRefundId ? { extRefundId: refund.extRefundId } : {}),
  ...(refund.subpaymentId ? { subpaymentId: refund.subpaymentId } : {}),
  ...reject(refund.rejectCode),
})

function transactionOf(payment: Payment, event: Event): Transaction {
  const transId =
    'transaction' in event ? event.transaction.transId : 'transId' in event ? event.transId : ''
  const found = payment.transactions.find((one) => one.transId === transId)
  if (!found) throw new Error(`broken invariant: no transaction for ${event.type}`)
  return found
}

function refundIn(payment: Payment, event: Event): Refund {
  const refundId =
    'refund' in event ? event.refund.refundId : 'refundId' in event ? event.refundId : ''
  const found = payment.refunds.find((one) => one.refundId === refundId)
  if (!found) throw new Error(`broken invariant: no refund for ${event.type}`)
  return found
}

function reject(code: string | undefined): NotificationBody {
  const info = code && (rejectInfo(code) ?? declineByRejectCode(code)?.info)
  return { ...(code ? { rejectCode: code } : {}), ...(info ? { rejectInfo: info } : {}) }
}
