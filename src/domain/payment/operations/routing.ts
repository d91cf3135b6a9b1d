import { closed } from '../patch.ts'
import type { Operation } from './operation.ts'
import { plain } from './operation.ts'

/** A charge of a merchant with rules looks for its way, and for another when one came to nothing. */
export const routing = {
  events: {
    routingStarted: {
      moves: {
        from: [
          ...(['gathering', 'opening', 'awaitingDetails', 'authenticating'] as const),
          ...(['challenging', 'authorizing', 'resolving'] as const),
        ],
        to: 'routing',
      },
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: plain('a way is looked for'),
    },
    routeChosen: {
      moves: { from: ['routing'], to: 'routing' },
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: plain('way chosen'),
    },
    transactionClosed: {
      moves: 'none',
      changes: (payment, { transId, status, ...reason }, at) =>
        closed(payment, transId, status, at, reason),
      posts: 'none',
      notifies: 'none',
      words: plain('transaction closed'),
    },
  },
} satisfies Operation
