import { assert } from '../assert.ts'
import type { Call } from '../actor/call.ts'
import type { Event } from './events.ts'
import { ruleOf } from './operations/index.ts'
import type { Patch } from './patch.ts'
import type { Payment } from './payment.ts'

/** The payment after an event. Total, pure, and the only way a payment changes. */
export function evolve(payment: Payment | undefined, event: Event, at: number): Payment {
  if (event.type === 'created')
    return { ...event.payment, calls: withCall(event.payment.calls, event) }
  assert(payment, `${event.type} before created`)
  const { moves, changes } = ruleOf(event)
  assert(
    moves === 'none' || moves.from.includes(payment.phase),
    `${event.type} in ${payment.phase}`,
  )
  return compact({
    ...payment,
    calls: withCall(payment.calls, event),
    ...(changes !== 'none' && changes(payment, event, at)),
    phase: moves === 'none' ? payment.phase : moves.to,
    updatedAt: at,
  })
}

/** Absent and undefined are one thing in JSON; here too. */
const compact = (patched: Patch): Payment =>
  Object.fromEntries(
    Object.entries(patched).filter(([, value]) => value !== undefined),
  ) as unknown as Payment

/**
 * A new call takes the place of the one that it follows up, else the end of the queue. The end of a
 * payment ends what only prepared the charge; a call that moves money back outlives it.
 */
function withCall(calls: Call[], { type, answers, call }: Event): Call[] {
  const ends = type === 'rejected' || type === 'cancelled' || type === 'errored'
  const open = ends ? calls.filter(({ kind }) => kind === 'sendBack') : calls
  if (!open.some(({ id }) => id === answers)) return call ? [...open, call] : open
  return open.flatMap((one) => (one.id === answers ? (call ? [call] : []) : [one]))
}
