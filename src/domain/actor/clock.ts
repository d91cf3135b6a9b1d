import type { Context } from './context.ts'
import type { Decision } from './decision.ts'
import { accept, refuse } from './decision.ts'
import type { MerchantFacts } from './merchant-facts.ts'
import type { Message } from './message.ts'
import { present } from '../present.ts'

/** The sandbox clock: how far the state is ahead of the wall, and where it is being moved to. */
export interface Clock {
  clockOffsetMs: number
  advance?: Advance
}

export interface Advance {
  commandId: string
  target: number
}

export interface ClockMoved {
  type: 'clockMoved'
  offsetMs: number
  advance?: Advance
}

/** Moves the clock on, where no real money is; a second command moves the target of the first. */
export function advance(
  { clockOffsetMs, advance, merchant }: Clock & { merchant: Pick<MerchantFacts, 'live'> },
  { seconds }: { seconds: number },
  { commandId, now }: Context,
): Decision<ClockMoved> {
  if (merchant.live) return refuse('not_found')
  const target = Math.max(now, advance?.target ?? 0) + seconds * 1000
  return accept([{ type: 'clockMoved', offsetMs: clockOffsetMs, advance: { commandId, target } }])
}

/** The clock stands where it was to be moved to. */
export const advanceEnd = ({ clockOffsetMs }: Clock): Decision<ClockMoved> =>
  accept([{ type: 'clockMoved', offsetMs: clockOffsetMs }])

/** A deadline; while the clock is being moved, it jumps to each deadline on the way. */
export function decideDue<S extends Clock, E>(
  state: S,
  { at }: Extract<Message, { type: 'due' }>,
  now: number,
  rules: {
    evolve: (state: S, event: ClockMoved, at: number) => S
    decide: (state: S, now: number) => Decision<E>
  },
): Decision<E | ClockMoved> {
  if (at <= now) return rules.decide(state, now)
  const { clockOffsetMs, advance } = state
  const jump: ClockMoved = {
    type: 'clockMoved',
    offsetMs: clockOffsetMs + at - now,
    ...present({ advance }),
  }
  const { events, outcome } = rules.decide(rules.evolve(state, jump, at), at)
  return { events: [jump, ...events], outcome }
}
