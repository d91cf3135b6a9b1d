import type { Call } from '../actor/call.ts'
import type { ClockMoved } from '../actor/clock.ts'
import type { Dispute, Evidence } from './dispute.ts'
import type { Move, Word } from './facts.ts'
import type { EvidenceKind, Stage } from './words.ts'

/** What has happened to a dispute. `call` asks the world for something; `answers` ends a call. */
export type DisputeEvent = { answers?: string; call?: Call } & (
  | { type: 'opened'; dispute: Dispute }
  /** The provider has said something that stands, or tells of money that was not known. */
  | { type: 'told'; word?: Word; moves: Move[] }
  | { type: 'evidenceSupplied'; evidence: Evidence }
  | { type: 'evidenceTaken'; kind: EvidenceKind }
  | { type: 'submissionStarted' }
  | { type: 'submitted'; stage: Stage }
  | { type: 'submissionFailed'; detail: string }
  | { type: 'acceptanceStarted' }
  | { type: 'accepted'; stage: Stage }
  | { type: 'acceptanceFailed'; detail: string }
  | { type: 'outcomeUnknown' }
  | { type: 'reminded'; dueBy: number; hoursLeft: number }
  | { type: 'expired'; stage: Stage }
  | { type: 'inquiryStarted'; askAt: number }
  | { type: 'inquired' }
  | ClockMoved
  | { type: 'held'; reason: string }
  | { type: 'resumed' }
)

export type DisputeEventType = DisputeEvent['type']
export type DisputeEventOf<T extends DisputeEventType> = Extract<DisputeEvent, { type: T }>
