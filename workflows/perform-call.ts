import type { ActivityOptions } from '@temporalio/workflow'
import { ActivityFailure, proxyActivities, TimeoutFailure } from '@temporalio/workflow'
import type { PaymentActivities } from '../activities/payment-activities.ts'
import { moverOf } from '../src/domain/instrument.ts'
import { formatMoney } from '../src/domain/money.ts'
import type { CallKind, Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { options } from './options.ts'
import { authentic } from './receive.ts'

/** How each call is made; a call under a secret goes to the process that holds it. */
const optionsOf: Partial<Record<CallKind, ActivityOptions>> = {
  inquire: options.untilAnswered,
  reverse: options.untilAnswered,
  sendBack: options.untilAnswered,
  blikInquire: options.untilAnswered,
  blikCancel: options.untilAnswered,
  bankInquire: options.untilAnswered,
  bankCancel: options.untilAnswered,
  storeCard: options.untilAnswered,
  assignToken: options.untilAnswered,
  inquireProvision: options.untilAnswered,
  discardToken: options.untilAnswered,
}

const noAnswer: Outcome = { type: 'unknown', because: 'noAnswer' }

/** One outside call of a payment or a tokenization; whatever becomes of it is an outcome. */
export async function performCall(request: CallRequest): Promise<Outcome> {
  const activities = proxyActivities<PaymentActivities>(callOptions(request))
  try {
    // A result that was forged is no answer: the provider is asked what really happened.
    return authentic(await activities[request.call.kind](request)) ?? noAnswer
  } catch (error) {
    return neverStarted(error) ? { type: 'secretLost' } : noAnswer
  }
}

function callOptions(request: CallRequest): ActivityOptions {
  const { call, currency } = request
  const { kind, amountMinor, reference, secretOwner } = call
  const named = refundsAtProvider(request)
    ? options.untilAnswered
    : (optionsOf[kind] ?? options.operation)
  const chosen = secretOwner ? { ...options.secret, taskQueue: secretOwner } : named
  return { ...chosen, summary: `${kind} ${formatMoney(amountMinor, currency)} ${reference}` }
}

/** BLIK and banks know no reversal that would close an unknown refund: it is repeated until answered. */
function refundsAtProvider({ call, instrument }: CallRequest): boolean {
  if (call.kind !== 'refund' || !instrument) return false
  return moverOf(instrument.type) !== 'acquirer'
}

/** Nobody took the call from the queue of the process that held the secret: nothing was sent. */
const neverStarted = (error: unknown): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof TimeoutFailure &&
  error.cause.timeoutType === 'SCHEDULE_TO_START'
