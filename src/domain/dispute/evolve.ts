import { assert } from '../assert.ts'
import type { Call } from '../actor/call.ts'
import type { Dispute } from './dispute.ts'
import type { DisputeEvent } from './events.ts'
import { ruleOf } from './operations/index.ts'

/** The dispute after an event. Total, pure, and the only way a dispute changes. */
export function evolve(dispute: Dispute | undefined, event: DisputeEvent, at: number): Dispute {
  if (event.type === 'opened')
    return { ...event.dispute, calls: callsAfter(event.dispute.calls, event) }
  assert(dispute, `${event.type} before opened`)
  const { changes } = ruleOf(event)
  const { advance, held, failure, ...rest } = dispute
  const kept = {
    ...rest,
    ...(advance && event.type !== 'clockMoved' && { advance }),
    ...(failure !== undefined && !isNewTry(event) && { failure }),
    ...(held !== undefined && event.type !== 'resumed' && { held }),
  }
  return {
    ...kept,
    ...(changes !== 'none' && changes(dispute, event, at)),
    updatedAt: at,
    calls: callsAfter(dispute.calls, event),
  }
}

/** What came of the one before is of no interest then. */
const isNewTry = ({ type }: DisputeEvent): boolean =>
  type === 'submissionStarted' || type === 'acceptanceStarted'

function callsAfter(calls: Call[], { answers, call }: DisputeEvent): Call[] {
  const open = calls.filter(({ id }) => id !== answers)
  return call ? [...open, call] : open
}
