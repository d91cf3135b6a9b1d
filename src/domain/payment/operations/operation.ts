import type { Posting } from '../../ledger.ts'
import type { EventOf, EventType } from '../events.ts'
import type { Patch } from '../patch.ts'
import type { Payment } from '../payment.ts'
import type { Phase } from '../phase.ts'

/** One thing that a payment can do, whole: a file of this folder says all about it. */
export interface Operation {
  events: Partial<EventRules>
}

/** A rule for each event of the journal. */
export type EventRules = { [T in EventType]: EventRule<T> }

/** All that follows from an event. What it does not do is said too: nothing here may be forgotten. */
export interface EventRule<T extends EventType = EventType> {
  /** The phases in which it may happen and the one that follows; none: in any, and that stays. */
  moves: 'none' | { from: readonly Phase[]; to: Phase }
  /** In the state, beside the phase. */
  changes: 'none' | ((payment: Payment, event: EventOf<T>, at: number) => Patch)
  /** In the books; `payment` is as it stood before. */
  posts: 'none' | ((payment: Payment, event: EventOf<T>) => Posting[])
  /** What the merchant hears of: the payment, one of its transactions, or a refund. */
  notifies: Notified | ((event: EventOf<T>) => Notified)
  /** For a person who was not there. */
  words: Words
}

export type Notified = 'none' | 'payment' | 'transaction' | 'refund'

export interface Words {
  tone: 'good' | 'bad' | 'plain'
  text: string
}

export const good = (text: string): Words => ({ tone: 'good', text })
export const bad = (text: string): Words => ({ tone: 'bad', text })
export const plain = (text: string): Words => ({ tone: 'plain', text })
