import type { CallWay } from '../../actor/call-way.ts'
import type { Call, Outcome, PaymentCallKind } from '../../actor/call.ts'
import type { Context } from '../../actor/context.ts'
import type { Decision } from '../../actor/decision.ts'
import type { Verdict } from '../../actor/resolve.ts'
import type { Posting } from '../../ledger.ts'
import type { StoreCardRequest } from '../../tokenization/from-payment.ts'
import type { PaymentCommandName, PaymentCommandOf } from '../commands.ts'
import type { DeadlineName } from '../deadline-name.ts'
import type { Event, EventOf, EventType } from '../events.ts'
import type { Patch } from '../patch.ts'
import type { Payment } from '../payment.ts'
import type { Phase } from '../phase.ts'

export { accept, refuse } from '../../actor/decision.ts'
export type { Call, Context, Event, Outcome, Payment, Verdict }
export type Decided = Decision<Event>

/** One thing that a payment can do, whole: a file of this folder says all about it. */
export interface Operation {
  commands: Partial<CommandRules>
  deadlines: Partial<DeadlineRules>
  calls: Partial<CallRules>
  events: Partial<EventRules>
}

export type CommandRules = { [N in PaymentCommandName]: CommandRule<N> }

export interface CommandRule<N extends PaymentCommandName = PaymentCommandName> {
  decide: (payment: Payment, command: PaymentCommandOf<N>, context: Context) => Decided
  /** As the Temporal UI lists it among the signals of a payment. */
  words: string
}

export type DeadlineRules = Record<DeadlineName, DeadlineRule>

export interface DeadlineRule {
  /** When it is, while it matters. */
  at: (payment: Payment) => number | undefined
  decide: (payment: Payment, context: Context) => Decided
}

export type CallRules = Record<PaymentCallKind, CallRule>

/** A call to the outside: how it is made, what it asks for, and what its outcome leads to. */
export type CallRule = CallWay & {
  /** It is about a charge, and goes where that went. */
  aboutCharge: boolean
  /** Besides what every call says: its payment, merchant, currency and instrument. */
  asks: 'nothing' | ((payment: Payment) => Partial<StoreCardRequest>)
} & ({ answer: Answer } | { verdict: OnVerdict })

/** What an outcome leads to at once. */
type Answer = (payment: Payment, call: Call, outcome: Outcome, context: Context) => Decided

/** What it leads to once it is certain; until then it is asked about, repeated or closed. */
export type OnVerdict = (
  payment: Payment,
  call: Call,
  verdict: Verdict,
  answers: string,
  context: Context,
) => Decided

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
  /** What the merchant hears of: the payment, one of its transactions, a refund, or a warning. */
  notifies: Notified | ((event: EventOf<T>) => Notified)
  /** For a person who was not there. */
  words: Words
}

export type Notified = 'none' | 'payment' | 'transaction' | 'refund' | 'warning'

export interface Words {
  tone: 'good' | 'bad' | 'plain'
  text: string
}

/** In nobody's books, and no news to the merchant. */
export const internal = { posts: 'none', notifies: 'none' } as const

export const good = (text: string): Words => ({ tone: 'good', text })
export const bad = (text: string): Words => ({ tone: 'bad', text })
export const plain = (text: string): Words => ({ tone: 'plain', text })
