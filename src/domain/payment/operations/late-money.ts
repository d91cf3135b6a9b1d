import { drop } from '../patch.ts'
import type { Operation } from './operation.ts'
import { bad, plain } from './operation.ts'

/** Money that comes after the end, or a second time, goes back the way it came. */
export const lateMoney = {
  events: {
    lateMoneyFound: {
      moves: 'none',
      changes: ({ returned = [] }, { call }) => ({
        ...drop('nextInquiryAt'),
        sentBack: true,
        ...(call?.acquirerRef && { returned: [...returned, call.acquirerRef] }),
      }),
      posts: 'none',
      notifies: 'none',
      words: bad('money came after the end'),
    },
    secondMoneyFound: {
      moves: 'none',
      changes: ({ returned = [] }, { transactionId }) => ({
        returned: [...returned, transactionId],
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('the order was paid once more: that money goes back'),
    },
    moneySentBack: {
      moves: 'none',
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: plain('late money sent back'),
    },
    sendBackRefused: {
      moves: 'none',
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: bad('the provider does not send late money back'),
    },
    closed: {
      moves: 'none',
      changes: () => ({ ...drop('lateUntil', 'nextInquiryAt'), closed: true }),
      posts: 'none',
      notifies: 'none',
      words: plain('closed'),
    },
  },
} satisfies Operation
