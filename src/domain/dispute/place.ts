import type { Dispute } from './dispute.ts'
import { shownStatus } from './dispute.ts'

/** Later than all deadlines. */
const NEVER = 9e15

/** Where a dispute stands in lists: what waits for its merchant first, by its deadline; then the newest. */
export const disputePlace = (dispute: Dispute): (string | number)[] => {
  const isUrgent = shownStatus(dispute) === 'NEEDS_RESPONSE'
  const dueBy = isUrgent ? (dispute.word?.dueBy ?? NEVER) : NEVER
  return [isUrgent ? 0 : 1, dueBy, -dispute.createdAt, dispute.id]
}
