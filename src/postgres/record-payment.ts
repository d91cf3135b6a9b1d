import type { Decision } from '../domain/actor/decision.ts'
import type { Recorded } from '../domain/actor/entry.ts'
import { postings } from '../domain/payment/postings.ts'
import type { Message } from '../domain/actor/message.ts'
import { isNotified, draftNotifications } from '../domain/payment/notifications.ts'
import { apply } from '../domain/payment/apply.ts'
import { deadlines } from '../domain/payment/deadlines.ts'
import { mustPrecedeBatch, orderDemand } from '../domain/payment/demands.ts'
import type { Event } from '../domain/payment/events.ts'
import { evolve } from '../domain/payment/evolve.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { statusOfPhase } from '../domain/payment/phase.ts'
import { providerOf } from '../domain/settlement/settling-provider.ts'
import type { Db } from './db.ts'
import { many, statement } from './db.ts'
import { journalLine, recordEntry, refusalOf } from './record-entry.ts'

export interface RecordPaymentInput {
  paymentId: string
  before: Payment | undefined
  message: Message
  decision: Decision<Event>
  at: number
}

const THREE_MONTHS_MS = 92 * 86_400_000

const RECORD_PAYMENT = statement(
  'record_payment',
  'select in_time($1::jsonb, record_payment_event($1::jsonb)) as answer',
)

/**
 * Commits one message of a payment: journal, row, order, postings, balances and notifications, or
 * nothing. Idempotent by (payment, version): a version that stands is returned, never overwritten.
 */
export const recordPayment = (
  db: Db,
  input: RecordPaymentInput,
  applied = applyOne(input),
): Promise<Recorded<Event>> => recordEntry<Event>(db, RECORD_PAYMENT, entryOf(input, applied))

/** What the payment is when this one message is committed, and whom to tell. */
export const applyOne = ({ before, decision: { events }, at }: RecordPaymentInput): Applied =>
  apply(before, { version: (before?.version ?? 0) + 1, at, events })

export type Applied = ReturnType<typeof apply>

const RECORD_PAYMENTS = statement(
  'record_payments',
  `select record_payment_event(entry) as answer
     from jsonb_array_elements($1::jsonb) with ordinality as list(entry, position) order by position`,
)

/**
 * Many payments in one transaction. When the database refuses one of them, each is tried alone, so
 * that none is kept back by another.
 */
export async function recordPayments(
  db: Db,
  inputs: readonly RecordPaymentInput[],
): Promise<Recorded<Event>[]> {
  if (inputs.length === 0) return []
  try {
    const entries = JSON.stringify(inputs.map((input) => entryOf(input, applyOne(input))))
    const rows = await many<{ answer: Recorded<Event> }>(db, RECORD_PAYMENTS, [entries])
    return rows.map(({ answer }) => answer)
  } catch (error) {
    refusalOf(error)
  }
  const alone: Recorded<Event>[] = []
  for (const input of inputs) alone.push(await recordPayment(db, input))
  return alone
}

function entryOf(input: RecordPaymentInput, { payment, notifications }: Applied): object {
  const { paymentId, before, message, decision, at } = input
  const { events } = decision
  const version = (before?.version ?? 0) + 1
  const extOrderId = payment?.order.extOrderId
  const demand = extOrderId === undefined ? undefined : orderDemand(before, events)
  const precedes = mustPrecedeBatch(events) && (before?.capturedMinor ?? 0) > 0
  return {
    ...journalLine({ ownerId: paymentId, version, before, message, decision, at }),
    order: demand && { demand, merchantId: payment?.merchantId, extOrderId },
    precedesBatch:
      precedes && before ? { at: before.completedAt, provider: providerOf(before) } : undefined,
    payment: payment && rowOf(payment),
    postings: postingsOf(before, events, at),
    notifications,
    unsent:
      payment && !isNotified(payment) ? draftNotifications(before, events, payment) : undefined,
    notifyUrl: payment?.options.asyncNotify,
    vaultRef: newVaultRef(before, payment),
    replacedRefs: replacedRefs(before, payment),
  }
}

/** A card that a payment refers to is in use; what no payment ever took is erased in time. */
const newVaultRef = (before: Payment | undefined, after: Payment | undefined): string | undefined =>
  before?.instrument?.vaultRef === after?.instrument?.vaultRef
    ? undefined
    : after?.instrument?.vaultRef

const replacedRefs = (before: Payment | undefined, after: Payment | undefined): string[] => {
  const old = before?.instrument?.vaultRef
  return old !== undefined && old !== after?.instrument?.vaultRef ? [old] : []
}

/** What the events of one line book. @internal */
export function postingsOf(before: Payment | undefined, events: Event[], at: number) {
  let payment = before
  return events.flatMap((event) => {
    const moved = postings(payment, event)
    payment = evolve(payment, event, at)
    return moved
  })
}

/** What is searched of a payment, and the payment itself. */
export function rowOf(payment: Payment): object {
  const { order } = payment
  return {
    merchantId: payment.merchantId,
    agentId: payment.agentId,
    extOrderId: order.extOrderId,
    linkId: payment.linkId,
    serverTransId: payment.challenge?.serverTransId,
    status: statusOfPhase[payment.phase],
    phase: payment.phase,
    method: payment.method,
    currency: order.currency,
    amountMinor: order.amountMinor,
    authorizedMinor: payment.authorizedMinor,
    capturedMinor: payment.capturedMinor,
    refundedMinor: payment.refundedMinor,
    reservedMinor: payment.reservedMinor,
    rejectCode: payment.rejectCode,
    held: payment.held,
    nextDueAt: deadlines(payment)[0]?.at,
    createdAt: payment.createdAt,
    updatedAt: payment.updatedAt,
    readableUntil: Math.max(payment.createdAt + THREE_MONTHS_MS, payment.refundUntil ?? 0),
    state: payment,
  }
}
