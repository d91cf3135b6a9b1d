import type { NotificationBody, NotificationDraft } from '../actor/notification.ts'
import { toMajor } from '../money.ts'
import { present, timeOf } from '../present.ts'
import type { Dispute } from './dispute.ts'
import { stageOfDispute, statusOfDispute } from './dispute.ts'
import { newMoves } from './facts.ts'
import { isClosedStatus } from './words.ts'

export const isNotified = ({ merchant, asyncNotify }: Dispute): boolean =>
  merchant.notifies || asyncNotify !== undefined

/**
 * What one commit is to its merchant: that there is a dispute, each move of its money, and then how it
 * stands now. It follows from the states before and after, so that every way there tells the same.
 */
export function draftNotifications(
  before: Dispute | undefined,
  after: Dispute,
): NotificationDraft[] {
  const opened = before ? [] : [draft(after, { disputeEvent: 'OPENED' })]
  const funds = newMoves(before?.moves ?? [], after.moves).map(({ kind, amountMinor }) =>
    draft(after, {
      disputeEvent: 'FUNDS',
      move: kind,
      amount: toMajor(amountMinor, after.currency),
    }),
  )
  return [...opened, ...funds, ...standing(before, after)]
}

function standing(before: Dispute | undefined, after: Dispute): NotificationDraft[] {
  const status = statusOfDispute(after)
  const was = before ? statusOfDispute(before) : 'NEEDS_RESPONSE'
  if (status !== was)
    return [draft(after, { disputeEvent: isClosedStatus(status) ? 'CLOSED' : 'UPDATED' })]
  return before && isChanged(before, after) ? [draft(after, { disputeEvent: 'UPDATED' })] : []
}

const isChanged = (before: Dispute, after: Dispute): boolean =>
  stageOfDispute(before) !== stageOfDispute(after) ||
  before.word?.dueBy !== after.word?.dueBy ||
  before.word?.amountMinor !== after.word?.amountMinor ||
  before.reminded !== after.reminded ||
  (after.failure !== undefined && before.failure !== after.failure)

const draft = (dispute: Dispute, news: NotificationBody): NotificationDraft => ({
  kind: 'dispute',
  body: { ...bodyOf(dispute), ...news },
})

function bodyOf(dispute: Dispute): NotificationBody {
  const { id, paymentId, extOrderId, currency, method, word } = dispute
  return present({
    paymentId,
    disputeId: id,
    status: statusOfDispute(dispute),
    extOrderId,
    amount: word && toMajor(word.amountMinor, currency),
    currency,
    method,
    stage: stageOfDispute(dispute),
    reason: word?.reason,
    dueBy: word?.dueBy === undefined ? undefined : timeOf(word.dueBy),
  })
}
