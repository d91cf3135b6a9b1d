import { required } from '../assert.ts'
import type { Instrument } from '../instrument.ts'
import { traitsOf } from '../instrument.ts'
import { changedCustomer, notSignedIn } from './customer.ts'
import type { EventOf, EventType } from './events.ts'
import type { Patch } from './patch.ts'
import {
  closed,
  completed,
  drop,
  ended,
  kept,
  nothing,
  refundOf,
  refundsWith,
  reserve,
  started,
} from './patch.ts'
import type { Payment } from './payment.ts'
import { present } from '../present.ts'

/** What each event changes; the phase itself moves by the table of transitions. */
export const changes: {
  [T in EventType]: (payment: Payment, event: EventOf<T>, at: number) => Patch
} = {
  created: nothing,
  detailsGiven: (payment, { instrument, method, device, customer }) => ({
    ...(instrument ? { instrument, method: method ?? traitsOf(instrument.type).method } : {}),
    ...present({ device }),
    ...(customer ? { customer: changedCustomer(payment.customer, customer) } : {}),
  }),
  linkRestored: ({ customer }, { linkId, validUntil }) => ({
    linkId,
    customer: notSignedIn(customer),
    ...present({ validUntil }),
  }),
  walletOpeningStarted: nothing,
  walletOpened: (_, { instrument }) => ({ instrument }),
  deviceNeeded: (_, { stepUp }) => (stepUp ? { stepUp } : {}),
  profilingStarted: (_, { profiling }) => ({ profiling }),
  authenticationStarted: (_, { call }) => ({
    ...drop('challenge', 'profiling', 'stepUp'),
    ...(call?.challengeMandated ? { softDeclined: true } : {}),
  }),
  challengeNeeded: (_, { challenge }) => ({ challenge }),
  authenticated: (_, { authentication }) => ({ ...drop('challenge'), authentication }),
  routingStarted: nothing,
  routeChosen: nothing,
  authorizationStarted: (payment, { transaction, call }) => ({
    ...started(payment, transaction),
    via: call?.via,
    reference: required(transaction.reference, 'reference'),
    authorizations: payment.authorizations + 1,
  }),
  authorizationRepeated: nothing,
  authorized: (payment, { transId, amountMinor, holdUntil, ...approval }, at) => ({
    ...completed(payment, transId, approval, at),
    authorizedMinor: amountMinor,
    completedAt: at,
    holdUntil,
  }),
  paid: (payment, { transId, amountMinor, refundUntil, ...approval }, at) => ({
    ...completed(payment, transId, approval, at),
    ...drop('nextInquiryAt', 'payerUntil', 'ending'),
    authorizedMinor: amountMinor,
    capturedMinor: amountMinor,
    completedAt: at,
    refundUntil,
  }),
  transactionClosed: (payment, { transId, status, ...reason }, at) =>
    closed(payment, transId, status, at, reason),
  outcomeUnknown: nothing,
  secretLost: (payment) => ({
    instrument: payment.instrument && withoutSecret(payment.instrument),
    ...drop('nextInquiryAt', 'payerUntil'),
    // Another instrument may follow, which goes another way.
    ...(payment.phase === 'awaitingPayer' ? drop('via') : {}),
  }),
  undoingStarted: (_, { ending }) => ({ ending }),
  payerAsked: (payment, { transaction, payerUntil, call }, at) => ({
    via: call?.via,
    ...started(payment, transaction),
    ...drop('apps', 'nextInquiryAt'),
    reference: required(transaction.reference, 'reference'),
    payerAskedAt: at,
    ...present({ payerUntil }),
    inquiries: 0,
  }),
  payerWaited: (_, { redirectUrl, nextInquiryAt }) => ({
    nextInquiryAt,
    ...present({ redirectUrl }),
  }),
  inquired: (payment) => ({ ...drop('nextInquiryAt'), inquiries: payment.inquiries + 1 }),
  appNeeded: (_, { apps }) => ({ ...drop('nextInquiryAt', 'payerUntil', 'via'), apps }),
  codeNeeded: (payment) => ({
    ...drop('nextInquiryAt', 'payerUntil', 'via'),
    ...(payment.instrument ? { instrument: { type: 'BLIK_CODE' as const } } : {}),
  }),
  aliasChanged: (_, { alias }) => ({ alias }),
  // The last question counts too: no later one may carry its name.
  givingUpStarted: (payment, { ending }) => ({
    ...drop('nextInquiryAt', 'payerUntil'),
    ending,
    inquiries: payment.inquiries + 1,
  }),
  endRequested: (_, { ending }) => ({ ending }),
  lateMoneyFound: (payment, { call }) => ({
    ...drop('nextInquiryAt'),
    sentBack: true,
    ...(call?.acquirerRef && { returned: [...(payment.returned ?? []), call.acquirerRef] }),
  }),
  secondMoneyFound: (payment, { transactionId }) => ({
    returned: [...(payment.returned ?? []), transactionId],
  }),
  moneySentBack: nothing,
  sendBackRefused: nothing,
  rejected: (payment, event, at) => ended(payment, 'REJECTED', event, at),
  cancelled: (payment, event, at) => ended(payment, 'CANCELLED', event, at),
  errored: (payment, event, at) => ended(payment, 'ERROR', event, at),
  captureStarted: (payment, { transaction }) => started(payment, transaction),
  captured: (payment, { transId, amountMinor, refundUntil, ...approval }, at) => ({
    ...completed(payment, transId, approval, at),
    ...drop('holdUntil'),
    capturedMinor: payment.capturedMinor + amountMinor,
    refundUntil,
  }),
  partCaptured: (payment, { transId, amountMinor, refundUntil, ...approval }, at) => ({
    ...completed(payment, transId, approval, at),
    capturedMinor: payment.capturedMinor + amountMinor,
    refundUntil,
  }),
  captureRefused: (payment, { transId, ...reason }, at) =>
    closed(payment, transId, 'REJECTED', at, reason),
  holdReleased: () => drop('holdUntil'),
  remainderReleased: nothing,
  adjustmentStarted: (payment, { transaction }) => started(payment, transaction),
  adjusted: (payment, { transId, amountMinor, ...approval }, at) => ({
    ...completed(payment, transId, approval, at),
    authorizedMinor: amountMinor,
  }),
  adjustmentRefused: (payment, { transId, ...reason }, at) =>
    closed(payment, transId, 'REJECTED', at, reason),
  withdrawalStarted: nothing,
  withdrawn: (payment, { transId, amountMinor }, at) => ({
    ...closed(payment, transId, 'CANCELLED', at),
    authorizedMinor: amountMinor,
  }),
  withdrawalRefused: (payment, { transaction }) =>
    transaction ? started(payment, transaction) : {},
  reversalStarted: (payment, { transaction, ending }) => ({
    ...started(payment, transaction),
    ending,
  }),
  holdKept: (payment, { transId, ...reason }, at) => kept(payment, transId, reason, at),
  saleKept: (payment, { transId, ...reason }, at) => kept(payment, transId, reason, at),
  refundAccepted: (payment, { refund, transaction }) => ({
    ...started(payment, transaction),
    ...reserve(payment, refund, refund.amountMinor, 0),
    refunds: [...payment.refunds, refund],
  }),
  refundCompleted: (payment, { refundId, ...approval }, at) => {
    const refund = refundOf(payment, refundId)
    return {
      ...completed(payment, refund.transId, approval, at),
      ...reserve(payment, refund, -refund.amountMinor, refund.amountMinor),
      refunds: refundsWith(payment, refundId, 'COMPLETED', at),
    }
  },
  refundRefused: (payment, { refundId, ...reason }, at) => {
    const refund = refundOf(payment, refundId)
    return {
      ...closed(payment, refund.transId, 'REJECTED', at, reason),
      ...reserve(payment, refund, -refund.amountMinor, 0),
      refunds: refundsWith(payment, refundId, 'REJECTED', at, reason.rejectCode),
    }
  },
  refundFailed: (payment, { refundId, ...reason }, at) => ({
    ...closed(payment, refundOf(payment, refundId).transId, 'ERROR', at, reason),
    refunds: refundsWith(payment, refundId, 'ERROR', at, reason.rejectCode),
  }),
  called: nothing,
  settlementClosed: (_, { batch }) => ({ settlementBatch: batch }),
  settled: (payment, { transaction }) => started(payment, transaction),
  partSettled: (payment, { transaction }) => started(payment, transaction),
  allSettled: nothing,
  clockMoved: (_, { offsetMs, advance }) => ({
    ...drop('advance'),
    clockOffsetMs: offsetMs,
    ...present({ advance }),
  }),
  held: (_, { reason }) => ({ held: reason }),
  resumed: () => drop('held'),
  closed: () => ({ ...drop('lateUntil', 'nextInquiryAt'), closed: true }),
}

function withoutSecret({ secretOwner: _, ...instrument }: Instrument): Instrument {
  return instrument
}
