import { assert } from '../../domain/assert.ts'
import type { CommandOutcome } from '../../domain/actor/decision.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import type { GatewayAnswer } from '../../gateway/gateway.ts'
import { Refused } from '../refused.ts'

type Accepted = Extract<CommandOutcome, { accepted: true }>

/** The payment after an accepted command; a refusal ends the request with its code. */
export function accepted({ outcome, payment, replayed, id }: GatewayAnswer): {
  payment: Payment
  outcome: Accepted
  replayed: boolean
} {
  if (outcome.accepted) {
    assert(payment, 'an accepted command has a payment')
    return { payment, outcome, replayed }
  }
  throw new Refused(outcome.code, {
    ...(payment && { paymentStatus: statusOfPhase[payment.phase] }),
    ...(id !== undefined && { lookAt: { paymentId: id } }),
    ...(replayed && { headers: { 'idempotent-replayed': 'true' } }),
  })
}
