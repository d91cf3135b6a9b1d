import { bank, feeIncome, feesOwed, receivableOf } from '../../ledger.ts'
import type { Posting } from '../../ledger.ts'
import { started } from '../patch.ts'
import type { Payment, Transaction } from '../payment.ts'
import { move } from './money-moves.ts'
import type { Operation } from './operation.ts'
import { good, plain } from './operation.ts'

/** The report of its provider names a payment: the money is on our account. */
export const settlement = {
  events: {
    settlementClosed: {
      moves: 'none',
      changes: (_, { batch }) => ({ settlementBatch: batch }),
      posts: 'none',
      notifies: 'none',
      words: plain('in a settlement batch'),
    },
    settled: {
      moves: { from: ['paid'], to: 'settled' },
      changes: (payment, { transaction }) => started(payment, transaction),
      posts: (payment, { transaction }) => moveSettled(payment, transaction),
      notifies: 'payment',
      words: good('settled'),
    },
    partSettled: {
      moves: 'none',
      changes: (payment, { transaction }) => started(payment, transaction),
      posts: (payment, { transaction }) => moveSettled(payment, transaction),
      notifies: 'none',
      words: good('a capture settled'),
    },
    allSettled: {
      moves: { from: ['paid'], to: 'settled' },
      changes: 'none',
      posts: 'none',
      notifies: 'payment',
      words: good('every capture settled'),
    },
  },
} satisfies Operation

function moveSettled(payment: Payment, { amountMinor, feeMinor = 0 }: Transaction): Posting[] {
  return [
    ...move(payment, bank, receivableOf(payment), amountMinor),
    ...move(payment, feesOwed(payment.merchantId), feeIncome, feeMinor),
  ]
}
