import type { Dispute } from './dispute.ts'
import { isWaiting } from './operations/inquiry.ts'
import { deadlineRules } from './operations/index.ts'
import type { DeadlineRule, DisputeDeadlineName } from './operations/operation.ts'

export interface DisputeDeadline {
  name: DisputeDeadlineName
  at: number
}

/** What falls due by itself, and when; the earliest first. Of what is held only the clock moves. */
export const deadlines = (dispute: Dispute): DisputeDeadline[] =>
  (Object.entries(deadlineRules) as [DisputeDeadlineName, DeadlineRule][])
    .flatMap(([name, rule]) => {
      const at = dispute.held && name !== 'advanceEnd' ? undefined : rule.at(dispute)
      return at === undefined ? [] : [{ name, at }]
    })
    .sort((a, b) => a.at - b.at)

/** True when nothing can happen any more, unless a provider speaks of it again. */
export const finished = (dispute: Dispute): boolean =>
  !isWaiting(dispute) && dispute.calls.length === 0 && !dispute.advance && !dispute.held
