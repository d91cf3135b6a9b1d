import type { Decision } from '../../domain/actor/decision.ts'
import type { Recorded } from '../../domain/actor/entry.ts'
import type { Message } from '../../domain/actor/message.ts'
import { apply } from '../../domain/dispute/apply.ts'
import { deadlines, finished } from '../../domain/dispute/deadlines.ts'
import type { Dispute } from '../../domain/dispute/dispute.ts'
import { shownStatus, stageOfDispute } from '../../domain/dispute/dispute.ts'
import type { DisputeEvent } from '../../domain/dispute/events.ts'
import { sumOf, withdrawnMinor } from '../../domain/dispute/facts.ts'
import { isNotified, draftNotifications } from '../../domain/dispute/notifications.ts'
import { postingsOf } from '../../domain/dispute/postings-of.ts'
import type { Db } from '../db.ts'
import { statement } from '../db.ts'
import { journalLine, recordEntry } from '../record-entry.ts'

export interface RecordDisputeInput {
  disputeId: string
  before: Dispute | undefined
  message: Message
  decision: Decision<DisputeEvent>
  at: number
}

/** Networks take up a dispute again within 18 months at the latest. */
const READABLE_MS = 550 * 86_400_000

const RECORD_DISPUTE = statement(
  'record_dispute',
  'select in_time($1::jsonb, record_dispute_event($1::jsonb)) as answer',
)

/**
 * Commits one message of a dispute: journal, row, postings, balances and notifications, or nothing.
 * Idempotent by (dispute, version), as for payments.
 */
export const recordDispute = (db: Db, input: RecordDisputeInput): Promise<Recorded<DisputeEvent>> =>
  recordEntry<DisputeEvent>(db, RECORD_DISPUTE, entryOf(input))

function entryOf({
  disputeId: ownerId,
  before,
  message,
  decision,
  at,
}: RecordDisputeInput): object {
  const version = (before?.version ?? 0) + 1
  const { events } = decision
  const { dispute, notifications } = apply(before, { version, at, events })
  return {
    ...journalLine({ ownerId, version, before, message, decision, at }),
    dispute: dispute && rowOf(dispute),
    postings: postingsOf(before, events, at),
    droppedRefs: droppedRefs(before, dispute),
    notifications,
    unsent: dispute && !isNotified(dispute) ? draftNotifications(before, dispute) : [],
    notifyUrl: dispute?.asyncNotify,
  }
}

function rowOf(dispute: Dispute): object {
  const { merchantId, agentId, paymentId, via, providerRef, method, organization } = dispute
  const { word, moves, currency, held, createdAt, updatedAt } = dispute
  return {
    merchantId,
    agentId,
    paymentId,
    via,
    providerRef,
    method,
    organization,
    currency,
    held,
    createdAt,
    updatedAt,
    stage: stageOfDispute(dispute),
    status: shownStatus(dispute),
    reason: word?.reason ?? 'OTHER',
    amountMinor: word?.amountMinor ?? sumOf(moves, 'WITHDRAWN'),
    withdrawnMinor: withdrawnMinor(moves),
    dueBy: word?.dueBy,
    nextDueAt: deadlines(dispute)[0]?.at,
    readableUntil: finished(dispute) ? updatedAt + READABLE_MS : undefined,
    state: dispute,
  }
}

/** What was put forward before and is not any more. */
function droppedRefs(before: Dispute | undefined, after: Dispute | undefined): string[] {
  const kept = new Set(after?.evidence.map(({ ref }) => ref))
  return (before?.evidence ?? []).flatMap(({ ref }) => (kept.has(ref) ? [] : [ref]))
}
