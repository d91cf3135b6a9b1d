import { required } from '../../assert.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { endEvent } from '../../actor/ending.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import { mayStepUp } from '../../actor/sca-policy.ts'
import { isStorable } from '../../tokenization/from-payment.ts'
import type { Call, ReversalReason } from '../../actor/call.ts'
import { newCall } from '../../actor/new-call.ts'
import type { Event } from '../events.ts'
import type { Verdict } from '../../actor/resolve.ts'
import { NOT_SENT } from '../../actor/resolve.ts'
import type { Payment } from '../payment.ts'
import type { Ending } from '../../actor/ending.ts'
import type { Context } from '../../actor/context.ts'
import { missing } from '../wants.ts'
import { startAuthentication } from './process.ts'
import { tryElsewhere } from './routing.ts'

/** The end of an authorisation, whichever way it became known. */
export function authorizationVerdict(
  payment: Payment,
  authorize: Call,
  verdict: Verdict,
  answers: string,
  context: Context,
): Decision<Event> {
  const { ending } = payment
  const elsewhere = tryElsewhere(payment, authorize, verdict, answers, context)
  if (elsewhere) return elsewhere
  switch (verdict.type) {
    case 'approved':
      if (ending) return undo(payment, authorize, ending, endingReason(ending), answers)
      if (context.wall === 'orderPaid')
        return undo(payment, authorize, orderPaid, 'ORDER_PAID', answers)
      return approve(payment, authorize, verdict, answers, context)
    case 'partial':
      return undo(payment, authorize, ending ?? partial, 'PARTIAL', answers)
    case 'softDeclined':
      return ending ? end(ending, answers) : challenge(payment, verdict, answers, context)
    case 'declined':
      return end(ending ?? { status: 'rejected', ...reasonGiven(verdict) }, answers)
    case 'undone':
      return end(ending ?? { status: 'rejected', rejectCode: 'UNKNOWN_OUTCOME' }, answers)
    case 'secretLost':
      return ending ? end(ending, answers) : accept([{ type: 'secretLost', answers }])
    case 'notSent':
      return end(ending ?? { status: 'errored', ...systemError(NOT_SENT) }, answers)
  }
}

/** The money of an authorisation that must not stand is back; the payment ends as it was to end. */
export const authorizationUndone = (payment: Payment, answers: string): Decision<Event> =>
  end(payment.ending ?? { status: 'rejected', rejectCode: 'UNKNOWN_OUTCOME' }, answers)

const partial: Ending = { status: 'rejected', rejectCode: 'PARTIAL_NOT_SUPPORTED' }
const orderPaid: Ending = { status: 'rejected', rejectCode: 'ORDER_ALREADY_PAID' }

function approve(
  payment: Payment,
  authorize: Call,
  { type: _, ...approval }: Extract<Verdict, { type: 'approved' }>,
  answers: string,
  { now }: Context,
): Decision<Event> {
  const { merchant, options, order } = payment
  const fact = {
    answers,
    transId: required(authorize.transId, 'transaction'),
    amountMinor: order.amountMinor,
    ...approval,
  }
  return accept([
    options.transKind === 'PREAUTH'
      ? { type: 'authorized', ...fact, holdUntil: now + merchant.holdMs }
      : { type: 'paid', ...fact, refundUntil: now + merchant.refundWindowMs },
    ...storeCard(payment, authorize),
  ])
}

/** The card has proven good: now it is stored, where the merchant asked for it. */
function storeCard(payment: Payment, authorize: Call): Event[] {
  if (!payment.options.tokenize || !payment.tokenizerId || !isStorable(payment)) return []
  return [{ type: 'called', call: newCall('storeCard', `${authorize.reference}-store`) }]
}

function undo(
  payment: Payment,
  authorize: Call,
  ending: Ending,
  reason: ReversalReason,
  answers: string,
): Decision<Event> {
  const { amountMinor } = payment.order
  return accept([
    {
      type: 'undoingStarted',
      answers,
      ending,
      call: {
        ...newCall('reverse', `${authorize.reference}-undo`, amountMinor),
        originalReference: authorize.reference,
        reason,
      },
    },
  ])
}

/** The issuer wants the cardholder: a challenge, then a second authorisation under a new reference. */
function challenge(
  payment: Payment,
  { detail }: Extract<Verdict, { type: 'softDeclined' }>,
  answers: string,
  context: Context,
): Decision<Event> {
  const reason = reasonGiven({ rejectCode: 'SCA_REQUIRED', detail })
  const { softDeclined, options, merchant } = payment
  const { moto } = options
  const recurring = merchant.stepUpAsksDevice && options.recurring
  if (!mayStepUp({ softDeclined, moto, recurring }))
    return end({ status: 'rejected', ...reason }, answers)
  if (merchant.stepUpAsksDevice && missing({ ...payment, stepUp: true }) === 'DEVICE')
    return accept([{ type: 'deviceNeeded', stepUp: true, answers }])
  return accept([
    { ...startAuthentication(payment, context, { challengeMandated: true }), answers },
  ])
}

const endingReason = ({ rejectCode }: Ending): ReversalReason =>
  rejectCode === 'EXPIRED' ? 'EXPIRY' : 'TIMEOUT'

const end = (ending: Ending, answers: string): Decision<Event> =>
  accept([{ ...endEvent(ending), answers }])
