import { required } from '../../assert.ts'
import type { GivenReason } from '../../reasons/given-reason.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import type { Call } from '../../actor/call.ts'
import { newCall } from '../../actor/new-call.ts'
import type { Event } from '../events.ts'
import type { Verdict } from '../../actor/resolve.ts'
import { NOT_SENT } from '../../actor/resolve.ts'
import type { Payment, Transaction } from '../payment.ts'
import { chargeReference } from '../payment.ts'
import { present } from '../../present.ts'
import type { Context } from '../../actor/context.ts'

/** What the verdict on an operation after the authorisation leads to. */
type FollowUp = (
  payment: Payment,
  call: Call,
  verdict: Verdict,
  answers: string,
  context: Context,
) => Decision<Event>

/** A captured hold is paid; what it was not captured for is released. */
export const captureVerdict: FollowUp = (payment, call, verdict, answers, { now }) => {
  const transId = required(call.transId, 'transaction')
  if (verdict.type !== 'approved')
    return accept([{ type: 'captureRefused', answers, transId, ...reasonOf(verdict) }])
  const captured: Event = {
    type: call.keepsRest ? 'partCaptured' : 'captured',
    answers,
    transId,
    amountMinor: call.amountMinor,
    refundUntil: now + payment.merchant.refundWindowMs,
    ...approvalOf(verdict),
  }
  const restMinor = payment.authorizedMinor - payment.capturedMinor - call.amountMinor
  return accept(
    restMinor > 0 && !call.keepsRest
      ? [captured, { type: 'called', call: remainder(payment, call.reference, restMinor) }]
      : [captured],
  )
}

export const adjustmentVerdict: FollowUp = (payment, call, verdict, answers, { now }) => {
  const transId = required(call.transId, 'transaction')
  const { amountMinor, withdraws } = call
  if (verdict.type !== 'approved') {
    const reason = reasonOf(verdict)
    const fact = { answers, transId, ...reason }
    const trace = present({ transaction: refusedWithdrawal(payment, call, reason, now) })
    return accept([
      withdraws
        ? { type: 'withdrawalRefused', ...fact, ...trace }
        : { type: 'adjustmentRefused', ...fact },
    ])
  }
  return accept([
    withdraws
      ? { type: 'withdrawn', answers, transId, amountMinor }
      : { type: 'adjusted', answers, transId, amountMinor, ...approvalOf(verdict) },
  ])
}

/** The adjustment stays as it was; what was asked for is told as a change of the hold that was refused. */
const refusedWithdrawal = (
  { authorizedMinor }: Payment,
  { refusalId, amountMinor, reference }: Call,
  reason: GivenReason,
  now: number,
): Transaction | undefined =>
  refusalId === undefined
    ? undefined
    : {
        ...{ transId: refusalId, type: 'ADJUSTMENT', status: 'REJECTED', amountMinor, reference },
        ...{ previousMinor: authorizedMinor, ...reason, createdAt: now, updatedAt: now },
      }

export const refundVerdict: FollowUp = (_payment, call, verdict, answers) => {
  const refundId = required(call.refundId, 'refund')
  if (verdict.type === 'approved')
    return accept([{ type: 'refundCompleted', answers, refundId, ...approvalOf(verdict) }])
  // Not at the acquirer and never closable there, or for another sum: an operator looks, the reserve stays.
  if (verdict.type === 'secretLost' || verdict.type === 'partial')
    return accept([{ type: 'refundFailed', answers, refundId, ...reasonOf(verdict) }])
  return accept([{ type: 'refundRefused', answers, refundId, ...reasonOf(verdict) }])
}

/** A reversal that was asked for: done, or refused, and then the money stays where it was. */
export const reversalVerdict: FollowUp = (payment, call, verdict, answers) => {
  if (call.reason === 'REMAINDER') return accept([{ type: 'remainderReleased', answers }])
  const { ending } = payment
  // A cancel that was closed unheard has not happened; a hold at its end is over either way.
  const over = verdict.type === 'undone' && call.reason !== 'CANCEL'
  if (verdict.type === 'approved' || over)
    return accept([
      { type: 'cancelled', answers, rejectCode: ending?.rejectCode ?? 'CANCELLED_BY_MERCHANT' },
    ])
  const fact = {
    answers,
    transId: required(call.transId, 'transaction'),
    ...reasonOf(verdict),
  }
  return accept([
    payment.capturedMinor > 0 ? { type: 'saleKept', ...fact } : { type: 'holdKept', ...fact },
  ])
}

/** Gives back what a hold was not captured for; named after what ended it. */
export const remainder = (payment: Payment, endedBy: string, restMinor: number): Call => ({
  ...newCall('reverse', `${endedBy}-rest`, restMinor),
  originalReference: chargeReference(payment),
  reason: 'REMAINDER',
})

function reasonOf(verdict: Exclude<Verdict, { type: 'approved' }>): GivenReason {
  switch (verdict.type) {
    case 'declined':
      return reasonGiven(verdict)
    case 'undone':
      return { rejectCode: 'UNKNOWN_OUTCOME' }
    case 'softDeclined':
      return reasonGiven({ rejectCode: 'SCA_REQUIRED', detail: verdict.detail })
    case 'partial':
      return systemError(`the acquirer did it for ${verdict.approvedAmountMinor} minor units`)
    case 'secretLost':
      return systemError('nobody took the call to send it')
    case 'notSent':
      return systemError(NOT_SENT)
  }
}

const approvalOf = ({ type: _, ...approval }: Extract<Verdict, { type: 'approved' }>) => approval
