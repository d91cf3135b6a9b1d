import type { Posting } from '../ledger.ts'
import type { Event } from './events.ts'
import { ruleOf } from './operations/index.ts'
import type { Payment } from './payment.ts'

/** What an event moves. `before` is the payment as it stood when the event happened. */
export function postings(before: Payment | undefined, event: Event): Posting[] {
  const { posts } = ruleOf(event)
  return before && posts !== 'none' ? posts(before, event) : []
}
