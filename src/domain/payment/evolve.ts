import { assert } from '../assert.ts'
import type { Call } from '../actor/call.ts'
import { changes } from './changes.ts'
import type { Event, EventType } from './events.ts'
import type { Patch } from './patch.ts'
import type { Payment } from './payment.ts'
import { nextPhase } from './transitions.ts'

/** The payment after an event. Total, pure, and the only way a payment changes. */
export function evolve(payment: Payment | undefined, event: Event, at: number): Payment {
  if (event.type === 'created')
    return { ...event.payment, calls: withCall(event.payment.calls, event) }
  assert(payment, `${event.type} before created`)
  const change = changes[event.type] as (payment: Payment, event: Event, at: number) => Patch
  const phase = nextPhase(payment.phase, event.type)
  assert(phase ?? !moving.has(event.type), `${event.type} in ${payment.phase}`)
  return compact({
    ...payment,
    calls: withCall(payment.calls, event),
    ...change(payment, event, at),
    phase: phase ?? payment.phase,
    updatedAt: at,
  })
}

/** Absent and undefined are one thing in JSON; here too. */
const compact = (patched: Patch): Payment =>
  Object.fromEntries(
    Object.entries(patched).filter(([, value]) => value !== undefined),
  ) as unknown as Payment

/** Events that only ever happen in the phases that name them in the table of transitions. */
const moving: ReadonlySet<EventType> = new Set<EventType>([
  'walletOpeningStarted',
  'deviceNeeded',
  'profilingStarted',
  'authenticationStarted',
  'challengeNeeded',
  'routingStarted',
  'routeChosen',
  'authorizationStarted',
  'authorizationRepeated',
  'authorized',
  'paid',
  'outcomeUnknown',
  'secretLost',
  'undoingStarted',
  'payerAsked',
  'appNeeded',
  'codeNeeded',
  'givingUpStarted',
  'rejected',
  'cancelled',
  'errored',
  'captureStarted',
  'captured',
  'partCaptured',
  'holdReleased',
  'captureRefused',
  'adjustmentStarted',
  'adjusted',
  'adjustmentRefused',
  'withdrawalStarted',
  'withdrawn',
  'withdrawalRefused',
  'reversalStarted',
  'holdKept',
  'saleKept',
  'settled',
  'allSettled',
])

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
