import { accept, refuse } from '../../actor/decision.ts'
import { feeMinor } from '../../settlement/fees.ts'
import type { PaymentCommandOf } from '../commands.ts'
import type { Payment } from '../payment.ts'
import type { Phase } from '../phase.ts'
import type { Decide } from './context.ts'

/** The settlement report of its provider has a line for this payment. */
export const settle: Decide<PaymentCommandOf<'settle'>> = (payment, command, { now }) => {
  const { batch, reference, amountMinor } = command
  if (payment.phase === 'settled' && payment.settlementBatch === batch) return accept([])
  if (busy.has(payment.phase)) return refuse('operation_in_progress')
  if (payment.phase !== 'paid' || !isCharge(payment, reference))
    return refuse('payment_not_settleable')
  if (amountMinor !== payment.capturedMinor) return refuse('settlement_amount_differs')
  const fee = settlementFee(payment, amountMinor)
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
        ...(fee > 0 && { feeMinor: fee }),
        createdAt: now,
        updatedAt: now,
      },
    },
  ])
}

/** What it costs the merchant, by what was agreed when the payment was made. */
export const settlementFee = ({ merchant, method, order }: Payment, amountMinor: number): number =>
  feeMinor(merchant.fees, method, amountMinor, order.currency)

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
