import { newId, nowInSeconds } from './books.ts'
import type { Intent, Movement } from './books.ts'
import type { Course, Dispute } from './dispute.ts'

/** Stripe's published test cards whose holders dispute what they paid. */
const courses: Readonly<Record<string, Course>> = {
  '4000000000000259': { status: 'needs_response', reason: 'fraudulent', networkReason: '10.4' },
  '4000000000002685': {
    status: 'needs_response',
    reason: 'product_not_received',
    networkReason: '13.1',
  },
  '4000000000005423': {
    status: 'early_fraud_warning',
    reason: 'unauthorized_use_of_card',
    networkReason: '',
  },
  '4000000000001976': { status: 'warning_needs_response', reason: 'fraudulent', networkReason: '' },
}

const DAYS_TO_ANSWER = 9
const FEE = 1_500

/** What becomes of a charge with this card, as long as the card is not forgotten. */
export const courseOf = (number: string): Course | undefined => courses[number]

export function newDispute(intent: Intent, course: Course): Dispute {
  const created = nowInSeconds()
  const dispute: Dispute = {
    id: newId('dp'),
    account: intent.account,
    intent: intent.id,
    charge: intent.charge?.id ?? '',
    amount: intent.received,
    currency: intent.currency,
    ...course,
    created,
    dueBy: created + DAYS_TO_ANSWER * 86_400,
    moved: [],
    submissions: 0,
    evidence: [],
  }
  return course.status === 'needs_response' ? moved(dispute, 'withdrawn') : dispute
}

/** What the bank says of a charge that nobody has disputed yet. */
export const warningView = (intent: Intent, { reason }: Course) => ({
  id: newId('issfr'),
  object: 'radar.early_fraud_warning',
  actionable: true,
  charge: intent.charge?.id ?? '',
  created: nowInSeconds(),
  fraud_type: reason,
  livemode: false,
  payment_intent: intent.id,
})

/** A dispute whose money has moved once more; what is taken costs a fee. */
export const moved = (dispute: Dispute, way: 'withdrawn' | 'reinstated'): Dispute => ({
  ...dispute,
  moved: [
    ...dispute.moved,
    {
      id: newId('txn'),
      amount: way === 'withdrawn' ? -dispute.amount : dispute.amount,
      fee: way === 'withdrawn' ? FEE : 0,
      created: nowInSeconds(),
    },
  ],
})

/** The movements on the balance that one state has more than another. */
export const newMovements = (before: Dispute | undefined, after: Dispute): Movement[] =>
  after.moved
    .slice(before?.moved.length ?? 0)
    .map((movement) => ({
      ...movement,
      account: after.account,
      type: 'adjustment',
      currency: after.currency,
      metadata: {},
      dispute: { id: after.id, intent: after.intent },
    }))

/** What the bank makes of the evidence: two words are known to it, anything else is looked at for ever. */
export function verdictOn(dispute: Dispute): Dispute | undefined {
  const said = dispute.evidence.join(' ')
  const isInquiry = dispute.status.startsWith('warning_')
  if (said.includes('winning_evidence'))
    return isInquiry
      ? { ...dispute, status: 'warning_closed' }
      : { ...moved(dispute, 'reinstated'), status: 'won' }
  if (!said.includes('losing_evidence')) return undefined
  return isInquiry
    ? { ...moved(dispute, 'withdrawn'), status: 'needs_response', submissions: 0, evidence: [] }
    : { ...dispute, status: 'lost' }
}

export const disputeView = (dispute: Dispute) => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  currency: dispute.currency,
  charge: dispute.charge,
  payment_intent: dispute.intent,
  created: dispute.created,
  status: dispute.status,
  reason: dispute.reason,
  network_reason_code: dispute.networkReason || null,
  is_charge_refundable: dispute.status.startsWith('warning_'),
  evidence_details: {
    due_by: dispute.dueBy,
    has_evidence: dispute.evidence.length > 0,
    past_due: false,
    submission_count: dispute.submissions,
  },
  balance_transactions: dispute.moved.map((movement) => ({
    object: 'balance_transaction',
    type: 'adjustment',
    ...movement,
    currency: dispute.currency,
  })),
})
