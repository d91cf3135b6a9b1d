import type { Payment, Transaction } from '../payment.ts'

/** The transaction of a charge that begins now. */
export const authTransaction = (
  payment: Payment,
  transId: string,
  reference: string,
  now: number,
): Transaction => ({
  transId,
  type: payment.options.transKind === 'PREAUTH' ? 'PREAUTH' : 'AUTH',
  status: 'PENDING',
  amountMinor: payment.order.amountMinor,
  reference,
  createdAt: now,
  updatedAt: now,
})
