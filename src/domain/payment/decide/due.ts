import { advanceEnd } from '../../actor/clock.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import type { DeadlineName } from '../deadlines.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import type { Ending } from '../../actor/ending.ts'
import { reversal } from './cancel.ts'
import type { Context } from '../../actor/context.ts'
import { giveUp } from './payer.ts'
import { profiled } from './profiling.ts'
import { inquiry } from './provider.ts'
import { releaseRest } from './release-rest.ts'

const expired: Ending = { status: 'cancelled', rejectCode: 'EXPIRED' }

/** A deadline has come. What no longer applies in this phase changes nothing. */
export const dues: Record<DeadlineName, (payment: Payment, context: Context) => Decision<Event>> = {
  expiry: (payment) => {
    if (payment.phase === 'authorizing' || payment.phase === 'resolving')
      return accept([{ type: 'endRequested', ending: expired }])
    if (payment.phase === 'awaitingPayer') return lastQuestion(payment, expired)
    return accept([{ type: 'cancelled', rejectCode: 'EXPIRED' }])
  },
  profilingTimeout: (payment, context) => profiled(payment, 'N', context),
  challengeTimeout: () => accept([{ type: 'rejected', rejectCode: 'AUTHENTICATION_TIMEOUT' }]),
  payerTimeout: (payment) =>
    lastQuestion(payment, { status: 'rejected', rejectCode: 'BLIK_TIMEOUT' }),
  inquiry: (payment) => accept([{ type: 'inquired', call: inquiry(payment) }]),
  holdEnd: (payment, context) => {
    if (payment.capturedMinor > 0) return releaseRest(payment)
    const transId = `t${payment.id}-release`
    const ending = { status: 'cancelled', rejectCode: 'PREAUTH_EXPIRED', transId } as const
    return accept([reversal(payment, context, ending, 'EXPIRY')])
  },
  refundWindowEnd: () => accept([{ type: 'closed' }]),
  lateEnd: () => accept([{ type: 'closed' }]),
  // Only on a moved clock: the next attempt of a notification has come.
  delivery: () => accept([]),
  advanceEnd,
}

/** Before giving up, one more inquiry: the payer may have paid in the last second. */
function lastQuestion(payment: Payment, ending: Ending): Decision<Event> {
  const underWay = payment.calls.length > 0
  return underWay
    ? giveUp(payment, ending)
    : accept([{ type: 'givingUpStarted', ending, call: inquiry(payment) }])
}
