import { required } from '../../assert.ts'
import { payable, receivableOf, refundInTransit } from '../../ledger.ts'
import { reasonGiven } from '../../reasons/given-reason.ts'
import { closed, refundOf, refundsWith, reserve } from '../patch.ts'
import type { Refund } from '../payment.ts'
import { moveRefund } from './money-moves.ts'
import type { Decided, Operation, Outcome, Payment } from './operation.ts'
import { accept, bad, internal } from './operation.ts'

/** A refund that the provider says by itself has failed, before it has answered or days after. */
export const returnedRefund = {
  commands: {},
  deadlines: {},
  calls: {},
  events: {
    refundDoubted: {
      moves: 'none',
      changes: ({ refunds }, { refundId, rejectCode, detail }) => ({
        refunds: refunds.map((one) =>
          one.refundId === refundId
            ? { ...one, doubted: reasonGiven({ rejectCode, detail }) }
            : one,
        ),
      }),
      ...internal,
      words: bad('the provider says that the refund fails'),
    },
    refundReturned: {
      moves: 'none',
      changes: (payment, { refundId, ...reason }, at) => {
        const made = refundOf(payment, refundId)
        return {
          ...closed(payment, made.transId, 'ERROR', at, reason),
          ...reserve(payment, made, 0, -made.amountMinor),
          refunds: refundsWith(payment, refundId, 'ERROR', at, reason.rejectCode),
        }
      },
      // The way of the completed refund, back.
      posts: (payment, { refundId }) => {
        const [transit, receivable] = [() => refundInTransit, () => receivableOf(payment)]
        return moveRefund(payment, refundOf(payment, refundId), receivable, transit, payable)
      },
      notifies: 'refund',
      words: bad('refund came back: it had failed after all'),
    },
  },
} satisfies Operation

/** The refund that a provider knows by this name. */
export const refundUnder = (
  { transactions, refunds }: Payment,
  reference: string,
): Refund | undefined => {
  const made = transactions.find((one) => one.type === 'REFUND' && one.reference === reference)
  return made && refunds.find(({ refundId }) => refundId === made.refundId)
}

/**
 * A refund may fail days after it was completed: the money is the merchant's again. What is said before
 * the request was answered is kept for the answer. Once is enough, however often and in whichever order.
 */
export function refundNews(payment: Payment, reference: string, outcome: Outcome): Decided {
  const { refundId, status, doubted } = required(refundUnder(payment, reference), 'refund')
  if (outcome.type !== 'declined') return accept([])
  const fact = { refundId, ...reasonGiven(outcome) }
  if (status === 'COMPLETED') return accept([{ type: 'refundReturned', ...fact }])
  const isOpen = (status === 'PENDING' || status === 'NEW') && !doubted
  return accept(isOpen ? [{ type: 'refundDoubted', ...fact }] : [])
}
