import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import { referenceOf } from '../../id.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import { remainder } from './follow-up.ts'
import { openCaptures } from './settlement.ts'

/**
 * What was captured stays; the rest of the hold goes back. It happens once, at the end of the hold or
 * when its merchant cancels it before, so the reference is the same for ever.
 */
export function releaseRest(payment: Payment): Decision<Event> {
  const endedBy = referenceOf(payment.id, 'cancel', 'expired')
  const restMinor = payment.authorizedMinor - payment.capturedMinor
  return accept([
    { type: 'holdReleased', call: remainder(payment, endedBy, restMinor) },
    ...(openCaptures(payment).length === 0 ? [{ type: 'allSettled' as const }] : []),
  ])
}
