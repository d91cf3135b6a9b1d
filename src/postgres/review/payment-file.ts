import type { CommandOutcome } from '../../domain/actor/decision.ts'
import type { Event } from '../../domain/payment/events.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Db } from '../db.ts'
import { many, maybeOne, statement } from '../db.ts'

/** Everything that stands in the database about one payment. */
export interface PaymentFile {
  state: Payment
  row: Record<string, unknown>
  journal: JournalRow[]
  postings: PostingRow[]
  notifications: Record<string, unknown>[]
  attempts: AttemptRow[]
  intents: Record<string, unknown>[]
  settlementLines: Record<string, unknown>[]
  approvals: Record<string, unknown>[]
  audit: Record<string, unknown>[]
}

export interface JournalRow<E = Event> {
  version: number
  messageId: string
  command: string | null
  actor: string | null
  /** What the merchant calls the key that it was asked with. */
  keyName?: string | null
  requestId: string | null
  at: Date
  recordedAt: Date
  events: E[]
  outcome: CommandOutcome
  /** The program and build that wrote it; null for steps from before this was kept. */
  decidedBy: string | null
}

export interface PostingRow {
  version: number
  position: number
  account: string
  currency: string
  amountMinor: number
  balanceAfterMinor: number | null
  at: Date
}

export interface AttemptRow {
  eventId: string
  sequence: number
  kind: string
  attempt: number
  at: Date
  latencyMs: number
  status: number | null
  problem: string | null
  answer: string | null
  url: string | null
}

/** Undefined when there is no such payment. */
export async function readPaymentFile(db: Db, paymentId: string): Promise<PaymentFile | undefined> {
  const found = await maybeOne<{ state: Payment; row: Record<string, unknown> }>(db, ROW, [
    paymentId,
  ])
  if (!found) return undefined
  const list = <Row extends object>(sql: typeof ROW) => many<Row>(db, sql, [paymentId])
  return {
    ...found,
    journal: await list<JournalRow>(JOURNAL),
    postings: await list<PostingRow>(POSTINGS),
    notifications: await list(NOTIFICATIONS),
    attempts: await list<AttemptRow>(ATTEMPTS),
    intents: await list(INTENTS),
    settlementLines: await list(SETTLEMENT_LINES),
    approvals: await list(APPROVALS),
    audit: await list(AUDIT),
  }
}

export const readJournal = <E = Event>(db: Db, ownerId: string): Promise<JournalRow<E>[]> =>
  many<JournalRow<E>>(db, JOURNAL, [ownerId])

/** Up to two payments whose ids begin so; the range is what the index knows. */
export async function idsLike(db: Db, beginning: string): Promise<string[]> {
  if (!/^[a-z]+$/.test(beginning)) return []
  const rows = await many<{ id: string }>(db, LIKE, [beginning, `${beginning}${'z'.repeat(32)}`])
  return rows.map(({ id }) => id)
}

/** Payments that changed since a moment, oldest first. */
export async function paymentsSince(db: Db, since: Date): Promise<string[]> {
  const rows = await many<{ id: string }>(db, SINCE, [since])
  return rows.map(({ id }) => id)
}

const ROW = statement(
  'payment_file_row',
  `select state, to_jsonb(p) - 'state' as row from payment p where payment_id = $1`,
)
const KEY_NAME = `(select k.name from api_key k where k.key_id = substring(actor from '/key/([a-z]+)$'))`
const JOURNAL = statement(
  'payment_file_journal',
  `select version, message_id as "messageId", command, actor, ${KEY_NAME} as "keyName",
     request_id as "requestId", at, recorded_at as "recordedAt", events, outcome,
     decided_by as "decidedBy"
   from journal where owner_id = $1 order by version`,
)
const POSTINGS = statement(
  'payment_file_postings',
  `select version, position, account, currency, amount_minor as "amountMinor",
     balance_after_minor as "balanceAfterMinor", at
   from posting where owner_id = $1 order by version, position`,
)
const NOTIFICATIONS = statement(
  'payment_file_notifications',
  `select event_id as "eventId", sequence, kind, state, attempts, created_at as "createdAt",
     settled_at as "settledAt", next_attempt_at as "nextAttemptAt", url, body
   from notification where owner_id = $1 order by sequence`,
)
const ATTEMPTS = statement(
  'payment_file_attempts',
  `select a.event_id as "eventId", n.sequence, n.kind, a.attempt, a.at,
     a.latency_ms as "latencyMs", a.status, a.problem, a.answer, a.url
   from notification_attempt a join notification n on n.event_id = a.event_id
   where n.owner_id = $1 order by a.at, n.sequence, a.attempt limit 1000`,
)
const INTENTS = statement(
  'payment_file_intents',
  `select reference, state, created_at as "createdAt" from intent where owner_id = $1
   order by created_at`,
)
const SETTLEMENT_LINES = statement(
  'payment_file_settlement_lines',
  `select batch_id as "batchId", line, reference, operation, amount_minor as "amountMinor",
     currency, provider_fee_minor as "providerFeeMinor", outcome
   from settlement_line where split_part(reference, '-', 1) = $1 order by batch_id, line`,
)
const APPROVALS = statement(
  'payment_file_approvals',
  `select id, command, reason, requested_by as "requestedBy", requested_at as "requestedAt",
     expires_at as "expiresAt", approved_by as "approvedBy", approved_at as "approvedAt",
     refused_by as "refusedBy", used_at as "usedAt"
   from approval where payment_id = $1 order by requested_at`,
)
const AUDIT = statement(
  'payment_file_audit',
  `select at, operator, action, origin, outcome, detail from operator_audit
   where subject = $1 order by id`,
)
const LIKE = statement(
  'payments_like',
  `select payment_id as id from payment
   where payment_id between $1 and $2 and starts_with(payment_id, $1) limit 2`,
)
const SINCE = statement(
  'payments_since',
  'select payment_id as id from payment where updated_at >= $1 order by updated_at, payment_id',
)
