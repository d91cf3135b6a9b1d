import { randomBytes } from 'node:crypto'
import type { Entry, Journal } from '../journal.ts'

/** A dispute as the acquirer tells of it. */
export interface Dispute {
  disputeId: string
  /** The charge that is disputed, by the gateway's name of it, and whose it is. */
  reference: string
  account: string
  stage: 'INQUIRY' | 'CHARGEBACK'
  status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'WITHDRAWN'
  reason: string
  networkReason: string
  amountMinor: number
  currency: string
  dueBy: string
  at: string
  moves: Move[]
  /** The message that it is there is lost: only a settlement tells of it. */
  untold?: true
  /** What was submitted under which reference: the same again changes nothing. */
  submission?: string
  /** It began as a question, whose answer did not do. */
  raised?: true
}

export interface Move {
  id: string
  kind: 'WITHDRAWN' | 'REINSTATED'
  amountMinor: number
  at: string
}

type Course = Pick<Dispute, 'stage' | 'reason' | 'networkReason' | 'untold'>

const DAYS_TO_ANSWER = 14

/** Test cards whose holders dispute what they paid, by scenario. */
const courses: Record<number, Course> = {
  25: { stage: 'CHARGEBACK', reason: 'FRAUD', networkReason: '10.4' },
  268: { stage: 'CHARGEBACK', reason: 'NOT_RECEIVED', networkReason: '13.1' },
  136: { stage: 'CHARGEBACK', reason: 'DUPLICATE', networkReason: '12.6', untold: true },
  197: { stage: 'INQUIRY', reason: 'UNRECOGNIZED', networkReason: '10.4' },
}

export interface DisputeBook {
  disputes: Map<string, Dispute>
  changed(dispute: Dispute): Entry
}

export function createDisputeBook(journal: Journal): DisputeBook {
  const disputes = new Map<string, Dispute>()
  return {
    disputes,
    changed: journal.topic<Dispute>('acquirer.disputed', (dispute) =>
      disputes.set(dispute.disputeId, dispute),
    ),
  }
}

/** The dispute of a charge with this card; undefined for holders who are content. */
export function disputeOf(
  scenario: number,
  charge: Pick<Dispute, 'reference' | 'account' | 'amountMinor' | 'currency'>,
): Dispute | undefined {
  const course = courses[scenario]
  if (!course) return undefined
  const at = new Date()
  const dispute: Dispute = {
    disputeId: `DSP${randomBytes(8).toString('hex').toUpperCase()}`,
    ...charge,
    ...course,
    status: 'NEEDS_RESPONSE',
    dueBy: new Date(at.getTime() + DAYS_TO_ANSWER * 86_400_000).toISOString(),
    at: at.toISOString(),
    moves: [],
  }
  return course.stage === 'INQUIRY' ? dispute : moved(dispute, 'WITHDRAWN')
}

/** A dispute whose money has moved once more. */
export const moved = (dispute: Dispute, kind: Move['kind']): Dispute => ({
  ...dispute,
  moves: [
    ...dispute.moves,
    {
      id: `${dispute.disputeId}-${String(dispute.moves.length + 1)}`,
      kind,
      amountMinor: dispute.amountMinor,
      at: new Date().toISOString(),
    },
  ],
})

/** What the bank makes of the evidence: two words are known to it, anything else is looked at for ever. */
export function verdictOn(dispute: Dispute, evidence: string): Dispute | undefined {
  const at = new Date().toISOString()
  const isInquiry = dispute.stage === 'INQUIRY'
  if (evidence.includes('winning_evidence'))
    return isInquiry
      ? { ...dispute, status: 'WITHDRAWN', at }
      : { ...moved(dispute, 'REINSTATED'), status: 'WON', at }
  if (!evidence.includes('losing_evidence')) return undefined
  if (!isInquiry) return { ...dispute, status: 'LOST', at }
  const { submission: _, ...raised } = moved(dispute, 'WITHDRAWN')
  return { ...raised, stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', at, raised: true }
}
