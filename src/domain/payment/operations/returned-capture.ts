import { payable, receivableOf } from '../../ledger.ts'
import { reasonGiven } from '../../reasons/given-reason.ts'
import { closed } from '../patch.ts'
import type { Transaction } from '../payment.ts'
import { completedCaptures } from '../payment.ts'
import { moveSale } from './money-moves.ts'
import type { Context, Decided, Operation, Outcome, Payment } from './operation.ts'
import { accept, bad, internal } from './operation.ts'

/** A capture that the provider has taken, and says by itself has failed. */
export const returnedCapture = {
  commands: {},
  deadlines: {},
  calls: {},
  events: {
    captureDoubted: {
      moves: 'none',
      changes: ({ transactions }, { transId, rejectCode, detail }) => ({
        transactions: transactions.map((one) =>
          one.transId === transId ? { ...one, doubted: reasonGiven({ rejectCode, detail }) } : one,
        ),
      }),
      ...internal,
      words: bad('the provider says that the capture fails'),
    },
    captureReturned: {
      moves: { from: ['paid'], to: 'authorized' },
      changes: (payment, { transId, holdUntil, ...reason }, at) => ({
        ...closed(payment, transId, 'ERROR', at, reason),
        capturedMinor: 0,
        refundUntil: undefined,
        holdUntil,
      }),
      posts: (payment) => moveSale(payment, payable, () => receivableOf(payment)),
      notifies: 'transaction',
      words: bad('capture came back: it had failed after all'),
    },
  },
} satisfies Operation

/** The capture that a provider knows by this name. */
export const captureUnder = (
  { transactions }: Payment,
  reference: string,
): Transaction | undefined =>
  transactions.find((one) => one.type === 'CAPTURE' && one.reference === reference)

/**
 * A capture may fail after it was completed: the merchant has no claim to the money any more, and the
 * hold is there again for what is left of its time. What is said before the request was answered is
 * kept for the answer. Once money of it has gone on, an operator must look.
 */
export function captureNews(
  payment: Payment,
  { transId, status, doubted }: Transaction,
  outcome: Outcome,
  { now, wall }: Context,
): Decided {
  const isNews = !doubted && (status === 'PENDING' || status === 'COMPLETED')
  if (outcome.type !== 'declined' || !isNews) return accept([])
  const fact = { transId, ...reasonGiven(outcome) }
  if (status === 'PENDING' || wall === 'balanceShort' || !isUntouched(payment))
    return accept([{ type: 'captureDoubted', ...fact }])
  const heldUntil = (payment.completedAt ?? now) + payment.merchant.holdMs
  return accept([{ type: 'captureReturned', holdUntil: Math.max(now, heldUntil), ...fact }])
}

/** Nothing has been done with the money yet: nothing refunded, settled or being given back. */
const isUntouched = (payment: Payment): boolean =>
  payment.phase === 'paid' &&
  completedCaptures(payment).length === 1 &&
  payment.refundedMinor + payment.reservedMinor === 0 &&
  payment.settlementBatch === undefined
