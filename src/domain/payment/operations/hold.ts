import { newCall } from '../../actor/new-call.ts'
import { referenceOf, transIdOf } from '../../id.ts'
import type { RefusalCode } from '../../refusal.ts'
import type { Transaction } from '../payment.ts'
import { chargeReference, completedCaptures } from '../payment.ts'
import type { Call, Context, Payment } from './operation.ts'

/** Why nothing can be done with the hold now, whatever it is. */
export function obstacleAtHold(payment: Payment): RefusalCode | undefined {
  if (completedCaptures(payment).length > 0) return 'capture_exists'
  return isHoldBusy(payment) ? 'operation_in_progress' : undefined
}

export const isHoldBusy = ({ phase }: Payment): boolean =>
  ['adjusting', 'capturing', 'reversing'].includes(phase)

/** An operation on the hold begins: its transaction, and the call that names it. */
export function startOnHold(
  payment: Payment,
  kind: 'capture' | 'adjust',
  { amountMinor, description }: { amountMinor: number; description?: string | undefined },
  { commandId, now }: Context,
): { transaction: Transaction; call: Call } {
  const reference = referenceOf(payment.id, kind, commandId)
  const transId = transIdOf(commandId)
  return {
    transaction: {
      transId,
      type: kind === 'capture' ? 'CAPTURE' : 'ADJUSTMENT',
      status: 'PENDING',
      amountMinor,
      reference,
      ...(description && { description }),
      createdAt: now,
      updatedAt: now,
    },
    call: callOnHold(payment, kind, reference, amountMinor, transId),
  }
}

export const callOnHold = (
  payment: Payment,
  kind: 'capture' | 'adjust',
  reference: string,
  amountMinor: number,
  transId: string,
): Call => ({
  ...newCall(kind, reference, amountMinor),
  originalReference: chargeReference(payment),
  transId,
})
