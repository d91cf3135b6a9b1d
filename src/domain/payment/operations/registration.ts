import { COMMAND_EXPIRED, systemError } from '../../reasons/given-reason.ts'
import { keepExpired } from '../../actor/decision.ts'
import { methodFits, traitsOf } from '../../instrument.ts'
import { present } from '../../present.ts'
import type { CreatePayment, PaymentCommandOf } from '../commands.ts'
import { changedCustomer, notSignedIn } from '../customer.ts'
import type { EventOf } from '../events.ts'
import { missing } from '../wants.ts'
import { startProcessing } from './steps.ts'
import type { Context, Decided, Event, Operation, Payment } from './operation.ts'
import { accept, internal, plain, refuse } from './operation.ts'

/** A payment is made, and what is still missing of it is given. */
export const registration = {
  commands: {
    create: { decide: () => accept([]), words: 'The merchant registers the payment' },
    complete: {
      decide: complete,
      words: 'The payer or the merchant gives the instrument, or what is missing of it',
    },
    restore: {
      decide: (payment, { linkId, renews }, { now }) =>
        payment.phase === 'gathering' && payment.channel === 'PAYWALL'
          ? accept([{ type: 'linkRestored', linkId, ...(renews && renewed(payment, now)) }])
          : refuse('payment_not_restorable'),
      words: 'The merchant asks for a new link to the payment page',
    },
  },
  deadlines: {},
  calls: {},
  events: {
    created: { moves: 'none', changes: 'none', ...internal, words: plain('registered') },
    detailsGiven: { moves: 'none', changes: detailsOf, ...internal, words: plain('details given') },
    linkRestored: {
      moves: 'none',
      changes: ({ customer }, { linkId, validUntil }) => ({
        linkId,
        customer: notSignedIn(customer),
        ...present({ validUntil }),
      }),
      ...internal,
      words: plain('payment page link renewed'),
    },
  },
} satisfies Operation

/** A payment is registered; what the merchant may not do ends it at once, what is complete starts. */
export function create(command: CreatePayment, context: Context, expired: boolean): Decided {
  const payment = newPayment(command, context)
  const created: Event = { type: 'created', payment }
  if (expired) return keepExpired([created, { type: 'cancelled', ...systemError(COMMAND_EXPIRED) }])
  if (command.earlyReject)
    return accept([created, { type: 'rejected', rejectCode: command.earlyReject }])
  return accept(missing(payment) ? [created] : [created, ...startProcessing(payment, context)])
}

function newPayment(command: CreatePayment, { now, requestId }: Context): Payment {
  const { name: _name, paymentId, earlyReject: _earlyReject, subpayments, ...given } = command
  return {
    ...given,
    id: paymentId,
    version: 0,
    phase: 'gathering',
    createdAt: now,
    updatedAt: now,
    validUntil: command.validUntil ?? now + command.options.validTime * 1000,
    requestId,
    authorizations: 0,
    inquiries: 0,
    authorizedMinor: 0,
    capturedMinor: 0,
    refundedMinor: 0,
    reservedMinor: 0,
    transactions: [],
    refunds: [],
    subpayments: subpayments.map((part) => ({
      ...part,
      refundedMinor: 0,
      reservedMinor: 0,
      commissionRefundedMinor: 0,
    })),
    calls: [],
    clockOffsetMs: 0,
    notificationSequence: 0,
  }
}

/** Instrument, device or customer data of a payment that still waits for them. */
function complete(
  payment: Payment,
  command: PaymentCommandOf<'complete'>,
  context: Context,
): Decided {
  if (payment.phase !== 'gathering' && payment.phase !== 'awaitingDetails')
    return refuse('payment_not_completable')
  const { name: _, earlyReject, ...details } = command
  const given = { type: 'detailsGiven', ...details } as const
  const after = { ...payment, ...detailsOf(payment, given) }
  if (earlyReject) return accept([given, { type: 'rejected', rejectCode: earlyReject }])
  const { instrument, order, options } = after
  if (
    instrument &&
    !methodFits(traitsOf(instrument.type).method, order.currency, options.transKind === 'PREAUTH')
  )
    return accept([given, { type: 'rejected', rejectCode: 'METHOD_NOT_SUPPORTED' }])
  return accept(missing(after) ? [given] : [given, ...startProcessing(after, context)])
}

function detailsOf(
  payment: Payment,
  { instrument, method, device, customer }: EventOf<'detailsGiven'>,
): Partial<Payment> {
  return {
    ...(instrument && { instrument, method: method ?? traitsOf(instrument.type).method }),
    ...present({ device }),
    ...(customer && { customer: changedCustomer(payment.customer, customer) }),
  }
}

/** A payer who gets a new link late would open a page that ends at once. */
function renewed({ validUntil, options }: Payment, now: number): { validUntil: number } {
  return { validUntil: Math.max(validUntil, now + options.validTime * 1000) }
}
