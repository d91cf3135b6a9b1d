import { closed, completed, drop, started } from '../patch.ts'
import { moveCharge } from './money-moves.ts'
import type { Operation } from './operation.ts'
import { bad, good, plain } from './operation.ts'

/** Money is taken out of a hold, once or in parts; what is left of it is given back. */
export const capture = {
  events: {
    captureStarted: {
      moves: { from: ['authorized'], to: 'capturing' },
      changes: (payment, { transaction }) => started(payment, transaction),
      posts: 'none',
      notifies: 'transaction',
      words: plain('capture started'),
    },
    captured: {
      moves: { from: ['capturing'], to: 'paid' },
      changes: (payment, { transId, amountMinor, refundUntil, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        ...drop('holdUntil'),
        capturedMinor: payment.capturedMinor + amountMinor,
        refundUntil,
      }),
      posts: (payment, { amountMinor }) => moveCharge(payment, amountMinor),
      notifies: 'transaction',
      words: good('captured'),
    },
    partCaptured: {
      moves: { from: ['capturing'], to: 'authorized' },
      changes: (payment, { transId, amountMinor, refundUntil, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        capturedMinor: payment.capturedMinor + amountMinor,
        refundUntil,
      }),
      posts: (payment, { amountMinor }) => moveCharge(payment, amountMinor),
      notifies: 'transaction',
      words: good('captured in part'),
    },
    captureRefused: {
      moves: { from: ['capturing'], to: 'authorized' },
      changes: (payment, { transId, ...reason }, at) =>
        closed(payment, transId, 'REJECTED', at, reason),
      posts: 'none',
      notifies: 'transaction',
      words: bad('capture refused'),
    },
    holdReleased: {
      moves: { from: ['authorized'], to: 'paid' },
      changes: () => drop('holdUntil'),
      posts: 'none',
      notifies: 'none',
      words: plain('hold ended, the rest given back'),
    },
    remainderReleased: {
      moves: 'none',
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: plain('rest of the hold released'),
    },
  },
} satisfies Operation
