import type { QuickOutcome } from './call.ts'
import type { Wall } from './decision.ts'

/** One committed line of a journal, as far as the state depends on it. */
export interface Entry<E> {
  version: number
  at: number
  events: E[]
}

/** The same with the message that it answers: who has read it knows that the message is done. */
export interface JournalEntry<E> extends Entry<E> {
  messageId: string
}

/** What stands after an attempt to commit: ours, somebody's before us, or what forbids ours. */
export type Recorded<E> =
  | { status: 'committed' }
  | { status: 'standing'; entries: JournalEntry<E>[] }
  | { status: 'duplicate' }
  | { status: 'wall'; wall: Wall }
  | { status: 'held'; reason: string }

/** The same for the workflow, which decides again at the time that the commit has seen. */
export type RecordedAt<E> =
  | { status: 'committed'; now: number; then?: CallMade }
  | Exclude<Recorded<E>, { status: 'committed' }>

/**
 * The call that a commit led to and that was made at once: what came of it and, when that is committed
 * too, the time it was decided at. Both lines are decided again by the workflow, at these times.
 */
export interface CallMade {
  callId: string
  answer: QuickOutcome
  now?: number
}
