import {
  ActivityFailure,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  TimeoutFailure,
  upsertSearchAttributes,
  type ActivityOptions,
} from '@temporalio/workflow'
import type { PaymentActivities } from '../activities/payment-activities.ts'
import type { RecordActivities } from '../activities/record.ts'
import { inWords } from '../src/domain/money.ts'
import { apply } from '../src/domain/payment/apply.ts'
import type { Call, CallKind, Outcome } from '../src/domain/payment/call.ts'
import { callRequestOf } from '../src/domain/payment/call-request.ts'
import { deadlines, finished } from '../src/domain/payment/deadlines.ts'
import { decide } from '../src/domain/payment/decide/index.ts'
import { effects } from '../src/domain/payment/effects.ts'
import type { Event } from '../src/domain/payment/events.ts'
import type { Payment } from '../src/domain/payment/payment.ts'
import { statusOfPhase } from '../src/domain/payment/transitions.ts'
import { runActor, type Behaviour, type Start } from './actor.ts'
import { describePayment } from './describe-payment.ts'
import { options } from './options.ts'
import { searchAttributes } from './search-attributes.ts'

const { recordPayment, holdPayment } = proxyLocalActivities<RecordActivities>(options.record)

/** A payment, from its registration until nothing can happen to it any more. */
export async function payment(start: Start<Payment>): Promise<void> {
  await runActor(behaviour, start)
}

const behaviour: Behaviour<Payment, Event> = {
  decide,
  apply: (state, entry) => apply(state, entry).payment,
  effects,
  deadlines,
  finished,
  record: (paymentId, before, message, decision, at) =>
    recordPayment({ paymentId, before, message, decision, at }),
  hold: holdPayment,
  call: performCall,
  committed: (before, after) => {
    setCurrentDetails(describePayment(after))
    const status = statusOfPhase[after.phase]
    if (before && statusOfPhase[before.phase] !== status)
      upsertSearchAttributes(searchAttributes(after))
  },
}

/** How each call is made; a call under a secret goes to the process that holds it. */
const optionsOf: Partial<Record<CallKind, ActivityOptions>> = {
  inquire: options.untilAnswered,
  reverse: options.untilAnswered,
  sendBack: options.untilAnswered,
  blikInquire: options.untilAnswered,
  blikCancel: options.untilAnswered,
  bankInquire: options.untilAnswered,
  bankCancel: options.untilAnswered,
}

async function performCall(state: Payment, call: Call): Promise<Outcome> {
  const named = optionsOf[call.kind] ?? options.operation
  const chosen = call.secretOwner ? { ...options.secret, taskQueue: call.secretOwner } : named
  const summary = `${call.kind} ${inWords(call.amountMinor, state.order.currency)} ${call.reference}`
  const activities = proxyActivities<PaymentActivities>({ ...chosen, summary })
  try {
    return await activities[call.kind as keyof PaymentActivities](callRequestOf(state, call))
  } catch (error) {
    return neverStarted(error) ? { type: 'secretLost' } : { type: 'unknown', because: 'noAnswer' }
  }
}

/** Nobody took the call from the queue of the process that held the secret: nothing was sent. */
const neverStarted = (error: unknown): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof TimeoutFailure &&
  error.cause.timeoutType === 'SCHEDULE_TO_START'
