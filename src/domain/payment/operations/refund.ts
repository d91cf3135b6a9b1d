import { payable, receivableOf, refundInTransit, reserved } from '../../ledger.ts'
import { closed, completed, refundOf, refundsWith, reserve, started } from '../patch.ts'
import { moveRefund } from './money-moves.ts'
import type { Operation } from './operation.ts'
import { bad, good, plain } from './operation.ts'

/** Captured money goes back to the payer, reserved from the merchant's balance at once. */
export const refund = {
  events: {
    refundAccepted: {
      moves: 'none',
      changes: (payment, { refund: made, transaction }) => ({
        ...started(payment, transaction),
        ...reserve(payment, made, made.amountMinor, 0),
        refunds: [...payment.refunds, made],
      }),
      posts: (payment, { refund: made }) => moveRefund(payment, made, payable, reserved),
      notifies: 'refund',
      words: plain('refund accepted'),
    },
    refundCompleted: {
      moves: 'none',
      changes: (payment, { refundId, ...approval }, at) => {
        const made = refundOf(payment, refundId)
        return {
          ...completed(payment, made.transId, approval, at),
          ...reserve(payment, made, -made.amountMinor, made.amountMinor),
          refunds: refundsWith(payment, refundId, 'COMPLETED', at),
        }
      },
      posts: (payment, { refundId }) => {
        const [transit, receivable] = [() => refundInTransit, () => receivableOf(payment)]
        return moveRefund(payment, refundOf(payment, refundId), reserved, transit, receivable)
      },
      notifies: 'refund',
      words: good('refund completed'),
    },
    refundRefused: {
      moves: 'none',
      changes: (payment, { refundId, ...reason }, at) => {
        const made = refundOf(payment, refundId)
        return {
          ...closed(payment, made.transId, 'REJECTED', at, reason),
          ...reserve(payment, made, -made.amountMinor, 0),
          refunds: refundsWith(payment, refundId, 'REJECTED', at, reason.rejectCode),
        }
      },
      posts: (payment, { refundId }) =>
        moveRefund(payment, refundOf(payment, refundId), reserved, payable),
      notifies: 'refund',
      words: bad('refund refused'),
    },
    refundFailed: {
      moves: 'none',
      changes: (payment, { refundId, ...reason }, at) => ({
        ...closed(payment, refundOf(payment, refundId).transId, 'ERROR', at, reason),
        refunds: refundsWith(payment, refundId, 'ERROR', at, reason.rejectCode),
      }),
      posts: 'none',
      notifies: 'refund',
      words: bad('refund failed'),
    },
  },
} satisfies Operation
