import type { Decision, Wall } from '../domain/decision.ts'
import { postings } from '../domain/ledger.ts'
import type { Message } from '../domain/message.ts'
import { apply } from '../domain/payment/apply.ts'
import { deadlines } from '../domain/payment/deadlines.ts'
import { mustPrecedeBatch, orderDemand } from '../domain/payment/demands.ts'
import type { Event } from '../domain/payment/events.ts'
import { evolve } from '../domain/payment/evolve.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { statusOfPhase } from '../domain/payment/transitions.ts'
import { one, statement, type Db } from './db.ts'

export interface RecordPaymentInput {
  paymentId: string
  before: Payment | undefined
  message: Message
  decision: Decision<Event>
  at: number
}

export interface JournalEntry<E = Event> {
  version: number
  messageId: string
  at: number
  events: E[]
}

/** What stands after the attempt: ours, somebody's before us, or a wall that forbids ours. */
export type Recorded<E = Event> =
  | { status: 'committed' }
  | { status: 'standing'; entries: JournalEntry<E>[] }
  | { status: 'duplicate' }
  | { status: 'wall'; wall: Wall }
  | { status: 'held'; reason: string }

const THREE_MONTHS_MS = 92 * 86_400_000

const recordPaymentSql = statement('record-payment', 'select record_payment($1::jsonb) as answer')

/**
 * Commits one message of a payment: journal, row, order, postings, balances and notifications, or
 * nothing. Idempotent by (payment, version): a version that stands is returned, never overwritten.
 */
export async function recordPayment(db: Db, input: RecordPaymentInput): Promise<Recorded> {
  try {
    const { answer } = await one<{ answer: Recorded }>(db, recordPaymentSql, [
      JSON.stringify(entryOf(input)),
    ])
    return answer
  } catch (error) {
    return refusalOf(error)
  }
}

function entryOf({ paymentId, before, message, decision, at }: RecordPaymentInput): object {
  const { events, outcome } = decision
  const version = (before?.version ?? 0) + 1
  const { payment, notifications } = apply(before, { version, at, events })
  const extOrderId = payment?.order.extOrderId
  const demand = extOrderId === undefined ? undefined : orderDemand(before, events)
  const precedes = mustPrecedeBatch(events) && (before?.capturedMinor ?? 0) > 0
  return {
    ownerId: paymentId,
    version,
    messageId: message.id,
    ...requestOf(message),
    at,
    events,
    outcome,
    order: demand && { demand, merchantId: payment?.merchantId, extOrderId },
    precedesBatch: precedes ? before?.completedAt : undefined,
    payment: payment && rowOf(payment),
    postings: postingsOf(before, events, at),
    notifications,
    notifyUrl: payment?.options.asyncNotify,
    vaultRef: newVaultRef(before, payment),
  }
}

/** A card that a payment refers to is in use; what no payment ever took is erased in time. */
const newVaultRef = (
  before: Payment | undefined,
  after: Payment | undefined,
): string | undefined =>
  before?.instrument?.vaultRef === after?.instrument?.vaultRef
    ? undefined
    : after?.instrument?.vaultRef

function requestOf(message: Message): object {
  if (message.type !== 'command') return { command: message.type }
  const { actor, requestId, bodyHash, command } = message
  return { command: command.name, actor, requestId, bodyHash }
}

function postingsOf(before: Payment | undefined, events: Event[], at: number) {
  let payment = before
  return events.flatMap((event) => {
    const moved = postings(payment, event)
    payment = evolve(payment, event, at)
    return moved
  })
}

function rowOf(payment: Payment): object {
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

/** Walls are outcomes; a broken constraint stops this payment; anything else is tried again. */
function refusalOf(error: unknown): Recorded {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'TGW01') return { status: 'wall', wall: message as Wall }
  if (code !== undefined && (code.startsWith('23') || code === 'TGE01' || code.startsWith('22')))
    return { status: 'held', reason: message ?? code }
  throw error
}
