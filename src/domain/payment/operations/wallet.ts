import type { Operation } from './operation.ts'
import { plain } from './operation.ts'

/** The token of a wallet is opened: a card, or a cryptogram that stands for one. */
export const wallet = {
  events: {
    walletOpeningStarted: {
      moves: { from: ['gathering'], to: 'opening' },
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: plain('wallet token being opened'),
    },
    walletOpened: {
      moves: 'none',
      changes: (_, { instrument }) => ({ instrument }),
      posts: 'none',
      notifies: 'none',
      words: plain('wallet token opened'),
    },
  },
} satisfies Operation
