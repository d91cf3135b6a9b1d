import type { Ending } from '../../actor/ending.ts'
import { isOpenStatus } from '../../actor/open-status.ts'
import { receivableOf, reserved } from '../../ledger.ts'
import { ended } from '../patch.ts'
import type { Phase } from '../phase.ts'
import { statusOfPhase } from '../phase.ts'
import { moveSale } from './money-moves.ts'
import { lastQuestion } from './payer-news.ts'
import { askOnceMore } from './redirect.ts'
import type { Operation } from './operation.ts'
import { accept, bad, internal, plain } from './operation.ts'

const expired: Ending = { status: 'cancelled', rejectCode: 'EXPIRED' }

/** Where a payment may come to nothing. */
const failing = [
  'opening',
  'authenticating',
  'routing',
  'authorizing',
  'resolving',
  'redirected',
  'undoing',
  'awaitingPayer',
] as const satisfies Phase[]

const refusable = [...failing, 'gathering', 'awaitingDetails', 'challenging', 'givingUp'] as const

/** A payment ends without money; while that may be out, the end waits for it. */
export const end = {
  commands: {},
  deadlines: {
    expiry: {
      at: ({ phase, ending, validUntil }) =>
        isOpenStatus(statusOfPhase[phase]) && !ending ? validUntil : undefined,
      decide: (payment) => {
        if (payment.phase === 'authorizing' || payment.phase === 'resolving')
          return accept([{ type: 'endRequested', ending: expired }])
        if (payment.phase === 'redirected') return askOnceMore(payment, expired)
        if (payment.phase === 'awaitingPayer') return lastQuestion(payment, expired)
        return accept([{ type: 'cancelled', rejectCode: 'EXPIRED' }])
      },
    },
  },
  calls: {},
  events: {
    endRequested: {
      moves: 'none',
      changes: (_, { ending }) => ({ ending }),
      ...internal,
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
