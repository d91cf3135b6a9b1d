import { setTimeout as sleep } from 'node:timers/promises'
import type { CallMade, RecordedAt } from '../src/domain/actor/entry.ts'
import type { Call, Outcome, QuickOutcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import type { Message } from '../src/domain/actor/message.ts'
import { callRequestOf } from '../src/domain/payment/call-request.ts'
import { isMadeInTask } from '../src/domain/payment/call-ways.ts'
import { decide } from '../src/domain/payment/decide.ts'
import { effects } from '../src/domain/payment/effects.ts'
import type { Event } from '../src/domain/payment/events.ts'
import type { Payment } from '../src/domain/payment/payment.ts'
import { failpoint } from '../src/process/failpoint.ts'
import { pointOf } from './send-once.ts'
import { applyOne } from '../src/postgres/record-payment.ts'
import type { Applied, RecordPaymentInput } from '../src/postgres/record-payment.ts'

/** A commit whose answer does not come is tried again, as it would be alone. */
const COMMIT_MS = 3_000

export type PaymentOffer = RecordPaymentInput & { now: number }
export type QuickCall = (request: CallRequest) => Promise<QuickOutcome>
type Commit = (offer: PaymentOffer, applied: Applied) => Promise<RecordedAt<Event>>

/**
 * A whole step of a payment: the commit, the call that it leads to, and the commit of what came of it.
 * Only the execution that has made the first commit calls: whoever finds it standing knows not how far
 * another got, and the payment goes on as if nothing had been called. The workflow is told times and an
 * answer, and decides both lines again.
 */
export const createStep =
  ({ commit, quickCall }: { commit: Commit; quickCall: QuickCall }) =>
  async (offer: PaymentOffer): Promise<RecordedAt<Event>> => {
    const applied = applyOne(offer)
    const first = await within(COMMIT_MS, commit(offer, applied))
    const state = applied.payment
    const call = state && newCall(offer.before, state)
    if (first.status !== 'committed' || !call) return first
    const request = callRequestOf(state, call)
    if (!isMadeInTask(request)) return first
    const answer = await quickCall(request).catch((): QuickOutcome => ({ type: 'notHere' }))
    const then: CallMade = { callId: call.id, answer }
    if (answer.type === 'slow' || answer.type === 'notHere') return { ...first, then }
    const now = await commitAnswer(commit, state, call, answer)
    await failpoint(`act.${pointOf(request)}.after_step_before_return`, { key: state.id })
    return { ...first, then: now === undefined ? then : { ...then, now } }
  }

/** The call that this state asks for and the one before did not: any other is under way already. */
function newCall(before: Payment | undefined, state: Payment): Call | undefined {
  const [call] = effects(state)
  return before?.calls.some(({ id }) => id === call?.id) ? undefined : call
}

/** When it was decided; undefined when it is not committed, or nobody knows: the workflow then does it. */
async function commitAnswer(
  commit: Commit,
  state: Payment,
  { id: callId }: Call,
  outcome: Outcome,
): Promise<number | undefined> {
  const message: Message = { type: 'result', id: `result/${callId}`, callId, outcome }
  const now = Math.max(Date.now() + state.clockOffsetMs, state.updatedAt)
  const decision = decide(state, message, now)
  const offer = { paymentId: state.id, before: state, message, decision, now, at: now }
  try {
    const recorded = await within(COMMIT_MS, commit(offer, applyOne(offer)))
    return recorded.status === 'committed' ? now : undefined
  } catch {
    return undefined
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const stop = new AbortController()
  const tooLong = sleep(milliseconds, undefined, stop).then(() => {
    throw new Error(`not committed within ${String(milliseconds)} ms`)
  })
  tooLong.catch(() => undefined)
  try {
    return await Promise.race([work, tooLong])
  } finally {
    stop.abort()
  }
}
