import type { Evidence, DisputeNames } from './dispute.ts'
import type { DisputeFacts } from './facts.ts'
import type { EvidenceKind } from './words.ts'

/** Everything that can be asked of a dispute. */
export type DisputeCommand =
  /** A provider tells of it: the first such message begins it, whichever that is. */
  | { name: 'report'; disputeId: string; names: DisputeNames; facts: DisputeFacts }
  | { name: 'supply'; evidence: Evidence }
  | { name: 'take'; kind: EvidenceKind }
  | { name: 'submit' }
  | { name: 'accept' }
  | { name: 'inquire' }
  | { name: 'advance'; seconds: number }
  | { name: 'hold'; reason: string }
  | { name: 'resume'; reason: string }

export type DisputeCommandName = DisputeCommand['name']
export type DisputeCommandOf<N extends DisputeCommandName> = Extract<DisputeCommand, { name: N }>
export type Report = DisputeCommandOf<'report'>
