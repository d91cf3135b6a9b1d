import { newCall } from '../../actor/new-call.ts'
import type { Decided, Operation, Outcome, Payment } from './operation.ts'
import { accept, bad, internal, plain } from './operation.ts'

/** A charge that stands at the acquirer after all, of a payment that had ended without it. */
export const lateCharge = {
  commands: {},
  deadlines: {},
  calls: {},
  events: {
    lateChargeFound: {
      moves: 'none',
      changes: ({ returned = [] }, { acquirerRef }) => ({ returned: [...returned, acquirerRef] }),
      ...internal,
      words: bad('the acquirer tells of a charge after the end: it goes back'),
    },
    lateChargeUndone: {
      moves: 'none',
      changes: 'none',
      ...internal,
      words: plain('late charge taken back'),
    },
  },
} satisfies Operation

export const hasFailed = ({ phase }: Pick<Payment, 'phase'>): boolean =>
  phase === 'rejected' || phase === 'cancelled' || phase === 'errored'

/**
 * The acquirer approves a charge that was closed or given up, because it was on its way or its payer
 * finished too late: nobody waits for it, so it is taken back under the acquirer's own name, once. One
 * that had been approved in time was given back with the end of the payment.
 */
export function undoLateCharge(payment: Payment, reference: string, outcome: Outcome): Decided {
  const { transactions, merchant, returned = [], via } = payment
  const charge = transactions.find((one) => one.reference === reference && charges.has(one.type))
  const isLate = hasFailed(payment) && charge !== undefined && charge.status !== 'COMPLETED'
  if (!merchant.undoesLateCharges || !isLate || outcome.type !== 'approved') return accept([])
  const { acquirerRef } = outcome
  if (acquirerRef === undefined || returned.includes(acquirerRef)) return accept([])
  const call = {
    ...newCall('reverse', `${reference}-late`, charge.amountMinor),
    originalReference: reference,
    reason: 'TIMEOUT' as const,
    acquirerRef,
    ...((charge.via ?? via) && { via: charge.via ?? via }),
  }
  return accept([{ type: 'lateChargeFound', acquirerRef, call }])
}

const charges: ReadonlySet<string> = new Set(['AUTH', 'PREAUTH'])
