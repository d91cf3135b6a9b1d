import type { Authentication } from '../../actor/proof.ts'
import type { CallKind } from '../../actor/call.ts'
import { newCall } from '../../actor/new-call.ts'
import { notEnrolled } from '../../actor/sca-policy.ts'
import { referenceOf, transIdOf } from '../../id.ts'
import type { ThreeDsMethod } from '../../instrument.ts'
import { traitsOf } from '../../instrument.ts'
import type { Way } from '../../routing/route.ts'
import type { Transaction } from '../payment.ts'
import { failedAttempts } from '../payment.ts'
import { needsAuthentication } from '../wants.ts'
import { isExempt } from './asked.ts'
import type { Call, Context, Event, Payment } from './operation.ts'

const BLIK_WINDOW_MS = 60_000
const PROFILING_MS = 10_000

/** The first step of processing, once everything needed is there. */
export function startProcessing(payment: Payment, context: Context): Event[] {
  const { instrument } = payment
  if (!instrument || instrument.tokenUsable === false)
    return [{ type: 'rejected', rejectCode: 'TOKEN_NOT_USABLE' }]
  if (context.wall === 'orderPaid') return [{ type: 'rejected', rejectCode: 'ORDER_ALREADY_PAID' }]
  switch (traitsOf(instrument.type).family) {
    case 'wallet':
      return instrument.walletAuth ? startCharge(payment, context) : [openWallet(payment, context)]
    case 'card':
    case 'networkToken':
      return startCharge(payment, context)
    case 'blik':
      return [askPayer(payment, context, 'blikPay', BLIK_WINDOW_MS)]
    case 'bank':
      return [askPayer(payment, context, 'bankStart')]
  }
}

/** A card goes through strong authentication first, unless a cryptogram or the merchant stands for it. */
export function startCharge(payment: Payment, context: Context): Event[] {
  if (payment.merchant.waysFirst && !payment.way) return [startRouting(payment, context)]
  if (payment.stepUp) return [stepUp(payment, context)]
  if (!asksServer(payment)) return [startAuthorization(payment, context)]
  const { enrolled, threeDsMethod } = payment.instrument ?? {}
  if (enrolled === false) return goOn(payment, notEnrolled, context, {})
  return threeDsMethod && !payment.device?.sdk
    ? [startProfiling(threeDsMethod, context)]
    : [startAuthentication(payment, context)]
}

/** An issuer that wants the cardholder is obeyed by whoever can ask: the acquirer, else the server. */
export const stepUp = (payment: Payment, context: Context): Event =>
  payment.way?.authentication?.by === 'acquirer'
    ? authorizeVia(payment, context, { ...payment.way, challengeMandated: true })
    : startAuthentication(payment, context, { challengeMandated: true })

const asksServer = (payment: Payment): boolean =>
  needsAuthentication(payment) &&
  payment.authentication === undefined &&
  payment.way?.authentication?.by !== 'acquirer' &&
  !isExempt(payment)

export const startProfiling = (method: ThreeDsMethod, { now }: Context): Event => ({
  type: 'profilingStarted',
  profiling: { ...method, until: now + PROFILING_MS },
})

/** Whatever the authentication was worth, the money is asked for next. */
export function goOn(
  payment: Payment,
  authentication: Authentication,
  context: Context,
  answers: { answers?: string },
): Event[] {
  return [
    { type: 'authenticated', ...answers, authentication },
    startAuthorization(payment, context),
  ]
}

export function startAuthentication(
  payment: Payment,
  { commandId }: Context,
  asked: Pick<Call, 'challengeMandated' | 'method'> = {},
): Event {
  const reference = referenceOf(payment.id, '3ds', commandId, payment.authorizations + 1)
  return {
    type: 'authenticationStarted',
    call: { ...callFor(payment, 'authenticate', reference), ...asked },
  }
}

/** The charge itself, or for a merchant with rules the way that it goes. */
export function startAuthorization(payment: Payment, context: Context): Event {
  if (mustRoute(payment)) return startRouting(payment, context)
  if (payment.way) return authorizeVia(payment, context, payment.way)
  return authorizeVia(payment, context, payment.via === undefined ? {} : { via: payment.via })
}

/** After a challenge a charge stays on its way. */
const mustRoute = ({ merchant, softDeclined, via, way }: Payment): boolean =>
  merchant.routed === true && !way && !(softDeclined && via !== undefined)

export function startRouting(payment: Payment, { commandId }: Context): Event {
  const reference = referenceOf(payment.id, 'route', commandId, payment.authorizations + 1)
  return { type: 'routingStarted', call: callFor(payment, 'route', reference) }
}

/**
 * Each authorisation has a reference of its own: a second one follows a soft decline, a lost CVV or an
 * attempt elsewhere; after that it is a transaction of its own as well.
 */
export function authorizeVia(
  payment: Payment,
  { commandId, now }: Context,
  choice: Partial<Way> & Pick<Call, 'challengeMandated'> = {},
): Event {
  const round = payment.authorizations + 1
  const reference = referenceOf(payment.id, 'auth', commandId, round)
  const open = payment.transactions.find(({ status }) => status === 'PENDING')
  const own = failedAttempts(payment).length > 0 ? `-${String(round)}` : ''
  const via = choice.via ?? payment.merchant.acquirer
  const transId = open?.transId ?? transIdOf(commandId) + own
  const secretOwner = payment.instrument?.secretOwner
  return {
    type: 'authorizationStarted',
    transaction: { ...authTransaction(payment, transId, reference, now), ...(via && { via }) },
    call: {
      ...callFor(payment, 'authorize', reference),
      transId,
      ...(secretOwner && { secretOwner }),
      ...(via && { via }),
      ...(choice.others && { others: choice.others }),
      ...(choice.trial && { trial: true as const }),
      ...(choice.challengeMandated && { challengeMandated: true }),
    },
  }
}

const callFor = ({ order }: Payment, kind: CallKind, reference: string): Call =>
  newCall(kind, reference, order.amountMinor)

function openWallet(payment: Payment, { commandId }: Context): Event {
  const reference = referenceOf(payment.id, 'wallet', commandId)
  return { type: 'walletOpeningStarted', call: callFor(payment, 'openWallet', reference) }
}

function askPayer(
  payment: Payment,
  { commandId, now }: Context,
  kind: 'blikPay' | 'bankStart',
  windowMs?: number,
): Event {
  const open = payment.transactions.find(({ status }) => status === 'PENDING')
  const reference = referenceOf(payment.id, 'pay', commandId)
  const transaction = authTransaction(
    payment,
    open?.transId ?? transIdOf(commandId),
    reference,
    now,
  )
  const secretOwner = payment.instrument?.secretOwner
  const via = kind === 'blikPay' ? payment.merchant.blik : payment.merchant.bank
  return {
    type: 'payerAsked',
    transaction,
    ...(windowMs !== undefined && { payerUntil: now + windowMs }),
    call: {
      ...callFor(payment, kind, reference),
      transId: transaction.transId,
      ...(secretOwner && { secretOwner }),
      ...(via && { via }),
    },
  }
}

/** The transaction of a charge that begins now. */
const authTransaction = (
  payment: Payment,
  transId: string,
  reference: string,
  now: number,
): Transaction => ({
  transId,
  type: payment.options.transKind === 'PREAUTH' ? 'PREAUTH' : 'AUTH',
  status: 'PENDING',
  amountMinor: payment.order.amountMinor,
  reference,
  createdAt: now,
  updatedAt: now,
})
