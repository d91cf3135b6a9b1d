import type { DisputeFacts } from '../domain/dispute/facts.ts'
import type { EvidenceType } from '../domain/dispute/dispute.ts'
import type { EvidenceKind } from '../domain/dispute/words.ts'

/** Where a provider is asked about disputes, and answered. */
export interface DisputeDesk {
  /** Repeated until it is answered. */
  inquire(providerRef: string, signal?: AbortSignal): Promise<DisputeAnswer>
  /** Sent once: what came of it when no answer came is asked. */
  submit(submission: Submission, signal?: AbortSignal): Promise<DisputeAnswer>
  accept(acceptance: DisputeOrder, signal?: AbortSignal): Promise<DisputeAnswer>
}

export interface DisputeOrder {
  /** Names the operation for ever, where the provider takes such a name. */
  reference: string
  providerRef: string
}

export interface Submission extends DisputeOrder {
  items: EvidenceItem[]
}

export interface EvidenceItem {
  kind: EvidenceKind
  mediaType: EvidenceType
  content: Buffer
}

export type DisputeAnswer =
  | { type: 'disputed'; facts: DisputeFacts }
  /** A definite no: it was not done. */
  | { type: 'invalid'; detail: string }
  | { type: 'unknown'; because: 'noAnswer' | 'serverError' }
  /** Nothing left this machine. */
  | { type: 'notSent' }

/** What a message tells of a dispute, and of which charge: by our reference, or by the provider's name of it. */
export interface DisputeNews {
  providerRef: string
  charge: { reference: string } | { acquirerRef: string }
  facts: DisputeFacts
}
