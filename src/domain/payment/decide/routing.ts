import { required } from '../../assert.ts'
import { endEvent } from '../../actor/ending.ts'
import type { Call, Outcome } from '../../actor/call.ts'
import type { Context } from '../../actor/context.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import { newCall } from '../../actor/new-call.ts'
import { referenceOf } from '../../id.ts'
import type { GivenReason } from '../../reasons/given-reason.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { mayGoElsewhere } from '../../reasons/elsewhere.ts'
import type { Verdict } from '../../actor/resolve.ts'
import { NOT_SENT } from '../../actor/resolve.ts'
import type { RouteChoice } from '../../routing/route.ts'
import type { Event } from '../events.ts'
import type { Payment, Transaction } from '../payment.ts'
import { failedAttempts } from '../payment.ts'
import { authorizeVia } from './authorize-via.ts'

/** A charge of a merchant with rules looks for its way first; after a challenge it stays on it. */
export const mustRoute = ({ merchant, softDeclined, via }: Payment): boolean =>
  merchant.routed === true && !(softDeclined && via !== undefined)

export function startRouting(payment: Payment, { commandId }: Context): Event {
  const round = payment.authorizations + 1
  const reference = referenceOf(payment.id, 'route', commandId, round)
  return {
    type: 'routingStarted',
    call: newCall('route', reference, payment.order.amountMinor),
  }
}

/** The way is known: the charge goes it. What was chosen, and why, is kept beside. */
export function routed(
  payment: Payment,
  { id: answers }: Call,
  outcome: Outcome,
  context: Context,
): Decision<Event> {
  if (outcome.type !== 'routed')
    return accept([{ type: 'errored', answers, ...systemError(`routing: ${outcome.type}`) }])
  const { choice } = outcome
  const chosen: Event = { type: 'routeChosen', answers, choice }
  const obstacle = obstacleTo(payment, choice)
  return accept([chosen, obstacle ?? authorizeVia(payment, context, choice)])
}

/** Nobody is left to try, or none that the rule names can take it: the payment ends. */
function obstacleTo(payment: Payment, { via, rule }: RouteChoice): Event | undefined {
  if (via !== undefined) return undefined
  const last = failedAttempts(payment).at(-1)
  if (last) return endLike(last)
  if (rule === undefined) return undefined
  return { type: 'errored', ...systemError(`no account of the rule ${rule} can take it`) }
}

const endLike = ({ status, rejectCode, detail }: Transaction): Event =>
  endEvent({
    status: status === 'ERROR' ? 'errored' : 'rejected',
    ...reasonGiven({ rejectCode: required(rejectCode, 'a reason'), detail }),
  })

/**
 * Where nothing was charged for certain and another account might do better: the attempt is closed
 * and a way is looked for again. Never after an outcome that nobody knows.
 */
export function tryElsewhere(
  payment: Payment,
  authorize: Call,
  verdict: Verdict,
  answers: string,
  context: Context,
): Decision<Event> | undefined {
  const failure = failureOf(verdict)
  if (!failure || payment.ending || !authorize.others) return undefined
  const transId = required(authorize.transId, 'transaction')
  return accept([
    { type: 'transactionClosed', answers, transId, ...failure },
    startRouting(payment, context),
  ])
}

type Failure = GivenReason & { status: 'REJECTED' | 'ERROR' }

function failureOf(verdict: Verdict): Failure | undefined {
  switch (verdict.type) {
    case 'notSent':
      return { status: 'ERROR', ...systemError(NOT_SENT) }
    case 'undone':
      return { status: 'REJECTED', rejectCode: 'UNKNOWN_OUTCOME' }
    case 'declined':
      return mayGoElsewhere(verdict.rejectCode)
        ? { status: 'REJECTED', ...reasonGiven(verdict) }
        : undefined
    default:
      return undefined
  }
}
