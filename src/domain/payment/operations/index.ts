import type { Event, EventType } from '../events.ts'
import type { Phase } from '../phase.ts'
import { statusOfPhase } from '../phase.ts'
import { adjustment } from './adjustment.ts'
import { authentication } from './authentication.ts'
import { authorization } from './authorization.ts'
import { capture } from './capture.ts'
import { end } from './end.ts'
import { lateMoney } from './late-money.ts'
import type { EventRule, EventRules } from './operation.ts'
import { payer } from './payer.ts'
import { refund } from './refund.ts'
import { registration } from './registration.ts'
import { reversal } from './reversal.ts'
import { routing } from './routing.ts'
import { settlement } from './settlement.ts'
import { upkeep } from './upkeep.ts'
import { wallet } from './wallet.ts'

/** Every event of the journal with all that follows from it: one that is missing does not compile. */
export const eventRules: EventRules = {
  ...registration.events,
  ...wallet.events,
  ...authentication.events,
  ...routing.events,
  ...authorization.events,
  ...payer.events,
  ...lateMoney.events,
  ...end.events,
  ...capture.events,
  ...adjustment.events,
  ...reversal.events,
  ...refund.events,
  ...settlement.events,
  ...upkeep.events,
}

export const ruleOf = ({ type }: Event): EventRule => eventRules[type] as EventRule

/** The next phase, or undefined when the event does not happen in this one or leaves it alone. */
export function nextPhase(phase: Phase, type: EventType): Phase | undefined {
  const { moves } = eventRules[type]
  return moves !== 'none' && moves.from.includes(phase) ? moves.to : undefined
}

/** Whatever leads from NEW to PENDING. */
export function isStart(type: EventType): boolean {
  const phase = nextPhase('gathering', type)
  return phase !== undefined && statusOfPhase[phase] === 'PENDING'
}
