import { accept, refuse } from '../../decision.ts'
import type { PaymentCommandOf } from '../commands.ts'
import type { Decide } from './context.ts'

/** The acquirer's settlement report has a line for this payment. */
export const settle: Decide<PaymentCommandOf<'settle'>> = (payment, command, { now }) => {
  const { batch, reference, amountMinor } = command
  if (payment.phase === 'settled') return accept([])
  if (payment.phase !== 'paid') return refuse('operation_in_progress')
  return accept([
    { type: 'settlementClosed', batch },
    {
      type: 'settled',
      transaction: {
        transId: `t${payment.id}-settlement`,
        type: 'SETTLEMENT',
        status: 'COMPLETED',
        amountMinor,
        reference,
        createdAt: now,
        updatedAt: now,
      },
    },
  ])
}
