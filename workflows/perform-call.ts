import {
  ActivityFailure,
  proxyActivities,
  proxyLocalActivities,
  TimeoutFailure,
} from '@temporalio/workflow'
import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'
import type { PaymentActivities, QuickOutcome } from '../activities/payment-activities.ts'
import { moverOf } from '../src/domain/instrument.ts'
import { formatMoney } from '../src/domain/money.ts'
import type { CallKind, Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { options } from './options.ts'
import { authentic } from './receive.ts'

/** How each call is made; a call under a secret goes to the process that holds it. */
const optionsOf: Partial<Record<CallKind, ActivityOptions>> = {
  route: options.untilAnswered,
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

/** Nothing is sent by it, so that it is tried like a commit: until it is done. */
const local = proxyLocalActivities<PaymentActivities>(options.record)

const noAnswer: Outcome = { type: 'unknown', because: 'noAnswer' }
const interrupted: Outcome = { type: 'unknown', because: 'interrupted' }

/** The acquirer's operations: most are answered before a task has to end. */
const quickKinds: ReadonlySet<CallKind> = new Set<CallKind>([
  'authorize',
  'capture',
  'adjust',
  'refund',
])

/** What came of it inside this task, or what goes on after it. */
export type BegunCall = { outcome: Outcome } | { later: Promise<Outcome> }

/**
 * Inside this task first. A provider that is slower is waited for in an activity, in the process that
 * has begun the call; a call whose secret is elsewhere is made there. Whatever fails then may have
 * been sent: it is asked about.
 */
export async function beginCall(request: CallRequest): Promise<BegunCall> {
  if (request.call.kind === 'route') return { outcome: await local.route(request) }
  if (!quickKinds.has(request.call.kind) || refundsAtProvider(request))
    return { later: performCall(request) }
  const quick = proxyLocalActivities<PaymentActivities>(quickOptions(request))
  const answer = await quick.quickCall(request).catch((): QuickOutcome => ({ type: 'notHere' }))
  if (answer.type !== 'slow' && answer.type !== 'notHere') return { outcome: answer }
  return { later: goOn(request, answer) }
}

async function goOn(request: CallRequest, answer: Elsewhere): Promise<Outcome> {
  const activities = proxyActivities<PaymentActivities>(laterOptions(request, answer))
  try {
    return authentic(await activities[request.call.kind](request)) ?? interrupted
  } catch {
    return interrupted
  }
}

const quickOptions = (request: CallRequest): LocalActivityOptions => ({
  ...options.quick,
  summary: summaryOf(request),
})

type Elsewhere = Extract<QuickOutcome, { type: 'slow' | 'notHere' }>

function laterOptions(request: CallRequest, answer: Elsewhere): ActivityOptions {
  const taskQueue = answer.type === 'slow' ? answer.queue : request.call.secretOwner
  const chosen = taskQueue === undefined ? options.operation : { ...options.secret, taskQueue }
  return { ...chosen, summary: summaryOf(request) }
}

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
  const { kind, secretOwner } = request.call
  const named = refundsAtProvider(request)
    ? options.untilAnswered
    : (optionsOf[kind] ?? options.operation)
  const chosen = secretOwner ? { ...options.secret, taskQueue: secretOwner } : named
  return { ...chosen, summary: summaryOf(request) }
}

const summaryOf = ({ call, currency }: CallRequest): string =>
  `${call.kind} ${formatMoney(call.amountMinor, currency)} ${call.reference}`

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
