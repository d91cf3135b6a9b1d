import type { DisputeFacts } from '../../domain/dispute/facts.ts'
import type { MoveKind, SaidStatus, Stage } from '../../domain/dispute/words.ts'

interface Step {
  stage: Stage
  status: SaidStatus
  /** Money that goes with it. */
  move?: MoveKind
}

/**
 * What each event says of a dispute. Only the event itself is signed, with its amount: how a dispute stands
 * and what it has moved follow from that alone, whatever else a message says.
 */
const steps = {
  REQUEST_FOR_INFORMATION: { stage: 'INQUIRY', status: 'NEEDS_RESPONSE' },
  INFORMATION_SUPPLIED: { stage: 'INQUIRY', status: 'UNDER_REVIEW' },
  NOTIFICATION_OF_CHARGEBACK: { stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE' },
  CHARGEBACK: { stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', move: 'WITHDRAWN' },
  // The issuer may still come back with a second one.
  CHARGEBACK_REVERSED: { stage: 'CHARGEBACK', status: 'UNDER_REVIEW', move: 'REINSTATED' },
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: { stage: 'CHARGEBACK', status: 'WON' },
  DISPUTE_DEFENSE_PERIOD_ENDED: { stage: 'CHARGEBACK', status: 'LOST' },
  SECOND_CHARGEBACK: { stage: 'PREARBITRATION', status: 'LOST', move: 'WITHDRAWN' },
  PREARBITRATION_WON: { stage: 'PREARBITRATION', status: 'WON' },
  PREARBITRATION_LOST: { stage: 'PREARBITRATION', status: 'LOST' },
} as const satisfies Record<string, Step>

type DisputeEvent = keyof typeof steps
export const disputeEvents = Object.keys(steps) as DisputeEvent[]

interface DisputeItem {
  eventCode: string
  pspReference: string
  amountMinor: number
  at: number
  /** Not signed: it moves no money, it only says when the merchant is reminded. */
  dueBy?: number
  networkReason?: string
}

/** The facts of an event; undefined when it is none of a dispute. */
export function disputeFactsOf(item: DisputeItem): DisputeFacts | undefined {
  const { eventCode, pspReference, amountMinor, at, ...more } = item
  const known: Readonly<Record<string, Step | undefined>> = steps
  const step = known[eventCode]
  if (!step) return undefined
  const { stage, status, move } = step
  return {
    word: { stage, status, reason: 'OTHER', amountMinor, at, ...more },
    moves: move ? [{ moveId: `${pspReference}-${eventCode}`, kind: move, amountMinor, at }] : [],
  }
}
