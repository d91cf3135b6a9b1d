import type { CallWay } from '../../actor/call-way.ts'
import type { Call, DisputeCallKind, Outcome } from '../../actor/call.ts'
import type { Context } from '../../actor/context.ts'
import type { Decision } from '../../actor/decision.ts'
import type { Posting } from '../../ledger.ts'
import type { DisputeCommandName, DisputeCommandOf } from '../commands.ts'
import type { Dispute } from '../dispute.ts'
import type { DisputeEvent, DisputeEventOf, DisputeEventType } from '../events.ts'

export { accept, refuse } from '../../actor/decision.ts'
export type { Call, Context, Dispute, DisputeEvent, Outcome }
export type Decided = Decision<DisputeEvent>

/** One thing that a dispute can do, whole: a file of this folder says all about it. */
export interface Operation {
  commands: Partial<CommandRules>
  deadlines: Partial<DeadlineRules>
  calls: Partial<CallRules>
  events: Partial<EventRules>
}

export type CommandRules = { [N in DisputeCommandName]: CommandRule<N> }

export interface CommandRule<N extends DisputeCommandName = DisputeCommandName> {
  decide: (dispute: Dispute, command: DisputeCommandOf<N>, context: Context) => Decided
  /** As the Temporal UI lists it among the signals of a dispute. */
  words: string
}

/** `delivery` is the notification lane's own; it only comes on a moved clock. */
export type DisputeDeadlineName =
  | 'reminder'
  | 'expiry'
  | 'question'
  | 'lastWord'
  | 'delivery'
  | 'advanceEnd'
export type DeadlineRules = Record<DisputeDeadlineName, DeadlineRule>

export interface DeadlineRule {
  /** When it is, while it matters. */
  at: (dispute: Dispute) => number | undefined
  decide: (dispute: Dispute, context: Context) => Decided
}

export type CallRules = Record<DisputeCallKind, CallRule>

export type CallRule = CallWay & {
  answer: (dispute: Dispute, call: Call, outcome: Outcome, context: Context) => Decided
}

export type EventRules = { [T in DisputeEventType]: EventRule<T> }

/** All that follows from an event; what the merchant hears of it follows from the states before and after. */
export interface EventRule<T extends DisputeEventType = DisputeEventType> {
  changes: 'none' | ((dispute: Dispute, event: DisputeEventOf<T>, at: number) => Partial<Dispute>)
  /** In the books. */
  posts: 'none' | ((dispute: Dispute, event: DisputeEventOf<T>) => Posting[])
  /** For a person who was not there. */
  words: string
}
