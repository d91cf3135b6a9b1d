/** How far a dispute has gone; a later one is a round of its own. */
export const stages = ['INQUIRY', 'CHARGEBACK', 'PREARBITRATION', 'ARBITRATION'] as const
export type Stage = (typeof stages)[number]

export const disputeStatuses = [
  'NEEDS_RESPONSE',
  'UNDER_REVIEW',
  'WON',
  'LOST',
  'ACCEPTED',
  'EXPIRED',
  'WITHDRAWN',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** As everybody reads it: an answer that is on its way is not waited for any more, and not there yet. */
export const shownStatuses = [...disputeStatuses, 'SUBMITTING', 'ACCEPTING'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** What a provider can say of one; that it was accepted or missed is ours to know. */
export type SaidStatus = Exclude<DisputeStatus, 'ACCEPTED' | 'EXPIRED'>

export const disputeReasons = [
  'FRAUD',
  'NOT_RECEIVED',
  'NOT_AS_DESCRIBED',
  'DUPLICATE',
  'CREDIT_NOT_PROCESSED',
  'SUBSCRIPTION_CANCELLED',
  'UNRECOGNIZED',
  'AUTHORIZATION',
  'PROCESSING',
  'OTHER',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

export const moveKinds = ['WITHDRAWN', 'REINSTATED', 'FEE'] as const
export type MoveKind = (typeof moveKinds)[number]

export const evidenceKinds = [
  'customer_communication',
  'receipt',
  'shipping_proof',
  'service_proof',
  'refund_policy',
  'cancellation_policy',
  'duplicate_proof',
  'customer_signature',
  'access_log',
  'other',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** Nothing is asked of the merchant any more, whatever the provider still has to say. */
export const isClosedStatus = (status: DisputeStatus): boolean =>
  status !== 'NEEDS_RESPONSE' && status !== 'UNDER_REVIEW'
