import { receivableOf, reserved } from '../../ledger.ts'
import { ended } from '../patch.ts'
import type { Phase } from '../phase.ts'
import { moveSale } from './money-moves.ts'
import type { Operation } from './operation.ts'
import { bad, plain } from './operation.ts'

/** Where a payment may come to nothing. */
const failing = [
  'opening',
  'authenticating',
  'routing',
  'authorizing',
  'resolving',
  'undoing',
  'awaitingPayer',
] as const satisfies Phase[]

const refusable = [...failing, 'gathering', 'awaitingDetails', 'challenging', 'givingUp'] as const

/** A payment ends without money; while that may be out, the end waits for it. */
export const end = {
  events: {
    endRequested: {
      moves: 'none',
      changes: (_, { ending }) => ({ ending }),
      posts: 'none',
      notifies: 'none',
      words: plain('end requested, waits for the money'),
    },
    rejected: {
      moves: { from: refusable, to: 'rejected' },
      changes: (payment, event, at) => ended(payment, 'REJECTED', event, at),
      posts: 'none',
      notifies: 'payment',
      words: bad('rejected'),
    },
    cancelled: {
      moves: { from: [...refusable, 'profiling', 'reversing'], to: 'cancelled' },
      changes: (payment, event, at) => ended(payment, 'CANCELLED', event, at),
      posts: (payment) =>
        payment.phase === 'reversing'
          ? moveSale(payment, reserved, () => receivableOf(payment))
          : [],
      notifies: 'payment',
      words: plain('cancelled'),
    },
    errored: {
      moves: { from: failing, to: 'errored' },
      changes: (payment, event, at) => ended(payment, 'ERROR', event, at),
      posts: 'none',
      notifies: 'payment',
      words: bad('ended with an error'),
    },
  },
} satisfies Operation
