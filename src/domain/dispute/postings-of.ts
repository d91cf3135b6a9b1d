import type { Posting } from '../ledger.ts'
import type { Dispute } from './dispute.ts'
import type { DisputeEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { ruleOf } from './operations/index.ts'

/** What the events of one line book. */
export function postingsOf(
  before: Dispute | undefined,
  events: readonly DisputeEvent[],
  at: number,
): Posting[] {
  let dispute = before
  return events.flatMap((event) => {
    const { posts } = ruleOf(event)
    dispute = evolve(dispute, event, at)
    return posts === 'none' ? [] : posts(dispute, event)
  })
}
