import { closed, completed, started } from '../patch.ts'
import type { Operation } from './operation.ts'
import { bad, good, plain } from './operation.ts'

/** The amount of a hold is changed, and the change taken back. */
export const adjustment = {
  events: {
    adjustmentStarted: {
      moves: { from: ['authorized'], to: 'adjusting' },
      changes: (payment, { transaction }) => started(payment, transaction),
      posts: 'none',
      notifies: 'transaction',
      words: plain('change of the hold started to'),
    },
    adjusted: {
      moves: { from: ['adjusting'], to: 'authorized' },
      changes: (payment, { transId, amountMinor, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        authorizedMinor: amountMinor,
      }),
      posts: 'none',
      notifies: 'transaction',
      words: good('hold changed to'),
    },
    adjustmentRefused: {
      moves: { from: ['adjusting'], to: 'authorized' },
      changes: (payment, { transId, ...reason }, at) =>
        closed(payment, transId, 'REJECTED', at, reason),
      posts: 'none',
      notifies: 'transaction',
      words: bad('change of the hold refused'),
    },
    withdrawalStarted: {
      moves: { from: ['authorized'], to: 'adjusting' },
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: plain('withdrawal of the change started'),
    },
    withdrawn: {
      moves: { from: ['adjusting'], to: 'authorized' },
      changes: (payment, { transId, amountMinor }, at) => ({
        ...closed(payment, transId, 'CANCELLED', at),
        authorizedMinor: amountMinor,
      }),
      posts: 'none',
      notifies: 'transaction',
      words: plain('hold back to'),
    },
    withdrawalRefused: {
      moves: { from: ['adjusting'], to: 'authorized' },
      changes: (payment, { transaction }) => (transaction ? started(payment, transaction) : {}),
      posts: 'none',
      // Withdrawals that were refused before they left a trace were told to nobody.
      notifies: ({ transaction }) => (transaction ? 'transaction' : 'none'),
      words: bad('withdrawal refused'),
    },
  },
} satisfies Operation
