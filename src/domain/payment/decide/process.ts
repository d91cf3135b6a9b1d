import { referenceOf, transIdOf } from '../../id.ts'
import type { ThreeDsMethod } from '../../instrument.ts'
import { traitsOf } from '../../instrument.ts'
import { notEnrolled } from '../../actor/sca-policy.ts'
import type { Call, CallKind } from '../../actor/call.ts'
import { newCall } from '../../actor/new-call.ts'
import type { Event } from '../events.ts'
import { evolve } from '../evolve.ts'
import type { Payment } from '../payment.ts'
import type { Authentication } from '../../actor/authentication.ts'
import { needsAuthentication } from '../wants.ts'
import type { Context } from '../../actor/context.ts'
import { authTransaction } from './auth-transaction.ts'
import { authorizeVia } from './authorize-via.ts'
import { mustRoute, startRouting } from './routing.ts'

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
  if (payment.stepUp) return [startAuthentication(payment, context, { challengeMandated: true })]
  if (!needsAuthentication(payment) || payment.authentication)
    return [startAuthorization(payment, context)]
  const { enrolled, threeDsMethod } = payment.instrument ?? {}
  if (enrolled === false) return goOn(payment, notEnrolled, context, {})
  return threeDsMethod && !payment.device?.sdk
    ? [startProfiling(threeDsMethod, context)]
    : [startAuthentication(payment, context)]
}

const startProfiling = (method: ThreeDsMethod, { now }: Context): Event => ({
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
  const authenticated: Event = { type: 'authenticated', ...answers, authentication }
  const after = evolve(payment, authenticated, context.now)
  return [authenticated, startAuthorization(after, context)]
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
  return authorizeVia(payment, context, payment.via === undefined ? {} : { via: payment.via })
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
    ...(windowMs === undefined ? {} : { payerUntil: now + windowMs }),
    call: {
      ...callFor(payment, kind, reference),
      transId: transaction.transId,
      ...(secretOwner ? { secretOwner } : {}),
      ...(via ? { via } : {}),
    },
  }
}
