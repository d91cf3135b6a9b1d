import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'
import type { PaymentActivities } from '../activities/payment-activities.ts'
import { formatMoney } from '../src/domain/money.ts'
import type { CallWay } from '../src/domain/actor/call-way.ts'
import type { Outcome, QuickOutcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { callWays, isMadeInTask, refundsAtProvider } from '../src/domain/payment/call-ways.ts'
import { askHolder } from './ask-holder.ts'
import { options } from './options.ts'
import { authentic } from './receive.ts'
import type { Shape } from './revision.ts'

/** A call under a secret goes to the process that holds it, whatever is said here. */
const optionsOf = {
  bounded: options.operation,
  untilAnswered: options.untilAnswered,
} as const satisfies Record<CallWay['repeats'], ActivityOptions>

/** Nothing is sent by it, so that it is tried like a commit: until it is done. */
const local = proxyLocalActivities<PaymentActivities>(options.record)

const noAnswer: Outcome = { type: 'unknown', because: 'noAnswer' }
const interrupted: Outcome = { type: 'unknown', because: 'interrupted' }

/** What came of it inside this task, or what goes on after it. */
export type BegunCall = { outcome: Outcome } | { later: Promise<Outcome> }

/**
 * Inside this task first. A provider that is slower is waited for in an activity, in the process that
 * has begun the call; a call whose secret is elsewhere is made there. Whatever fails then may have
 * been sent: it is asked about.
 */
export async function beginCall(
  request: CallRequest,
  shape: Shape,
  made?: QuickOutcome,
): Promise<BegunCall> {
  if (callWays[request.call.kind].made === 'here') return { outcome: await local.route(request) }
  if (!isMadeInTask(request)) return { later: performCall(request, shape) }
  const answer = made ?? (await callQuickly(request))
  if (answer.type !== 'slow' && answer.type !== 'notHere') return { outcome: answer }
  return { later: goOn(request, answer, shape) }
}

const callQuickly = (request: CallRequest): Promise<QuickOutcome> =>
  proxyLocalActivities<PaymentActivities>(quickOptions(request))
    .quickCall(request)
    .catch(() => ({ type: 'notHere' }))

async function goOn(request: CallRequest, answer: Elsewhere, shape: Shape): Promise<Outcome> {
  const taskQueue = answer.type === 'slow' ? answer.queue : request.call.secretOwner
  const summary = summaryOf(request)
  if (taskQueue !== undefined) {
    const held = await askHolder(request, { taskQueue, summary, shape })
    return 'answer' in held ? (authentic(held.answer as Outcome) ?? interrupted) : interrupted
  }
  const chosen = { ...options.operation, summary }
  const activities = proxyActivities<PaymentActivities>(chosen)
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

/** One outside call of a payment or a tokenization; whatever becomes of it is an outcome. */
export async function performCall(request: CallRequest, shape: Shape): Promise<Outcome> {
  const { kind, secretOwner: taskQueue } = request.call
  const summary = summaryOf(request)
  if (taskQueue !== undefined) {
    const held = await askHolder(request, { taskQueue, summary, shape })
    if ('answer' in held) return authentic(held.answer as Outcome) ?? noAnswer
    // Nobody took the call from the queue of the process that held the secret: nothing was sent.
    return held.neverStarted ? { type: 'secretLost' } : noAnswer
  }
  const chosen = { ...optionsFor(request), summary }
  const activities = proxyActivities<PaymentActivities>(chosen)
  try {
    // A result that was forged is no answer: the provider is asked what really happened.
    return authentic(await activities[kind](request)) ?? noAnswer
  } catch {
    return noAnswer
  }
}

const optionsFor = (request: CallRequest): ActivityOptions =>
  refundsAtProvider(request)
    ? options.untilAnswered
    : optionsOf[callWays[request.call.kind].repeats]

const summaryOf = ({ call, currency }: CallRequest): string =>
  `${call.kind} ${formatMoney(call.amountMinor, currency)} ${call.reference}`
