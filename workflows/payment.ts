import { proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow'
import type { RecordActivities } from '../activities/record.ts'
import { apply } from '../src/domain/payment/apply.ts'
import { callRequestOf } from '../src/domain/payment/call-request.ts'
import { deadlines, finished } from '../src/domain/payment/deadlines.ts'
import { decide } from '../src/domain/payment/decide.ts'
import { effects } from '../src/domain/payment/effects.ts'
import type { Event } from '../src/domain/payment/events.ts'
import type { Payment } from '../src/domain/payment/payment.ts'
import type { Behaviour } from './actor.ts'
import { runActor } from './actor.ts'
import { describePayment } from './shown/describe-payment.ts'
import { options, summarized } from './options.ts'
import { beginCall, performCall } from './perform-call.ts'
import type { Start } from './start.ts'
import { searchAttributes } from './search-attributes.ts'
import { showStanding } from './shown/show-standing.ts'
import { paymentSignals } from './signals.ts'
import { summaryOfCommit } from '../src/domain/actor/summary-of-commit.ts'

const { holdPayment } = proxyLocalActivities<RecordActivities>(options.record)

const committing = (summary: string) =>
  proxyLocalActivities<RecordActivities>(summarized(options.record, summary))

const inSteps = (summary: string) =>
  proxyLocalActivities<RecordActivities>(summarized(options.step, summary))

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
  signals: paymentSignals,
  record: (paymentId, before, message, attempt, { oneActivityPerStep }) => {
    const summary = summaryOfCommit(before, message, attempt.decision)
    const input = { paymentId, before, message, ...attempt }
    return oneActivityPerStep
      ? inSteps(summary).stepPayment(input)
      : committing(summary).recordPayment(input)
  },
  hold: holdPayment,
  call: (state, call, shape) => performCall(callRequestOf(state, call), shape),
  beginCall: (state, call, shape, made) => beginCall(callRequestOf(state, call), shape, made),
  committed: (payment, shape) => {
    setCurrentDetails(describePayment(payment))
    showStanding(searchAttributes(payment), shape)
  },
}
