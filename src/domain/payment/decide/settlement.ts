import { accept, refuse } from '../../actor/decision.ts'
import type { PaymentCommandOf } from '../commands.ts'
import type { Payment } from '../payment.ts'
import type { Phase } from '../phase.ts'
import type { Decide } from './context.ts'

/** The acquirer's settlement report has a line for this payment. */
export const settle: Decide<PaymentCommandOf<'settle'>> = (payment, command, { now }) => {
  const { batch, reference, amountMinor } = command
  if (payment.phase === 'settled' && payment.settlementBatch === batch) return accept([])
  if (busy.has(payment.phase)) return refuse('operation_in_progress')
  if (payment.phase !== 'paid' || !isCharge(payment, reference))
    return refuse('payment_not_settleable')
  if (amountMinor !== payment.capturedMinor) return refuse('settlement_amount_differs')
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

/** An answer of the acquirer is on its way; after it the payment may well be there to settle. */
const busy: ReadonlySet<Phase> = new Set<Phase>([
  'authorizing',
  'resolving',
  'undoing',
  'capturing',
  'reversing',
])

const isCharge = ({ transactions }: Payment, reference: string): boolean =>
  transactions.some(
    (one) =>
      one.reference === reference &&
      one.status === 'COMPLETED' &&
      (one.type === 'AUTH' || one.type === 'CAPTURE'),
  )
