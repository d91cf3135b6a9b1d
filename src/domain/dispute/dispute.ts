import type { Advance } from '../actor/clock.ts'
import type { Call } from '../actor/call.ts'
import type { Currency } from '../currency.ts'
import type { Move, Word } from './facts.ts'
import type { DisputeStatus, EvidenceKind, ShownStatus, Stage } from './words.ts'

/** A payer, or its bank, contests a payment that was made. It lives on its own, often when that has long ended. */
export interface Dispute extends DisputeNames {
  id: string
  version: number
  createdAt: number
  updatedAt: number
  requestId: string
  /** The word that stands over all others; absent while only money was told of. */
  word?: Word
  moves: Move[]
  evidence: Evidence[]
  /** The stage for which it was done; a later stage is a new question. */
  submitted?: Stage
  accepted?: Stage
  expired?: Stage
  /** Why what was sent last was not taken. */
  failure?: string
  /** How many hours before the deadline the merchant was reminded last, of which deadline. */
  reminded?: { dueBy: number; hoursLeft: number }
  /** How often the provider was asked by the calendar, and when it is next. */
  inquiries: number
  askAt: number
  calls: Call[]
  held?: string
  clockOffsetMs: number
  advance?: Advance
  notificationSequence: number
}

/** What it is about, which never changes. */
export interface DisputeNames {
  /** What the provider calls it. */
  providerRef: string
  /** The merchant's account there, as `connector/account`; absent: the acquirer of the installation. */
  via?: string
  /** Who owes us the money of the payment, as the books name it. */
  provider: string
  paymentId: string
  extOrderId?: string
  method: string
  organization?: string
  merchantId: string
  agentId?: string
  currency: Currency
  merchant: { name: string; notifies: boolean; live?: true }
  /** The payment's own address for notifications. */
  asyncNotify?: string
}

/** Something that the merchant puts forward. Its content is sealed elsewhere; this names and proves it. */
export interface Evidence {
  kind: EvidenceKind
  ref: string
  mediaType: EvidenceType
  size: number
  sha256: string
}

export const evidenceTypes = ['text/plain', 'application/pdf', 'image/png', 'image/jpeg'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

/** What the provider said last, and what was done about it here. */
export function statusOfDispute(dispute: Dispute): DisputeStatus {
  const { word, submitted, accepted, expired } = dispute
  if (!word) return 'NEEDS_RESPONSE'
  const { stage, status } = word
  if (status === 'WON' || status === 'WITHDRAWN') return status
  if (accepted === stage) return 'ACCEPTED'
  if (status === 'LOST') return expired === stage ? 'EXPIRED' : 'LOST'
  if (status === 'UNDER_REVIEW' || submitted === stage) return 'UNDER_REVIEW'
  return expired === stage ? 'EXPIRED' : 'NEEDS_RESPONSE'
}

/** The same for whoever reads it: also that the merchant's answer is on its way. */
export function shownStatus(dispute: Dispute): ShownStatus {
  const status = statusOfDispute(dispute)
  if (status !== 'NEEDS_RESPONSE') return status
  if (callUnderWay(dispute, 'disputeAccept')) return 'ACCEPTING'
  return callUnderWay(dispute, 'disputeSubmit') ? 'SUBMITTING' : status
}

export const stageOfDispute = ({ word }: Dispute): Stage => word?.stage ?? 'CHARGEBACK'

/** The call of this kind that is under way, or asked about. */
export const callUnderWay = (
  { calls }: Dispute,
  kind: 'disputeSubmit' | 'disputeAccept',
): Call | undefined => calls.find((call) => (call.about ?? call).kind === kind)
