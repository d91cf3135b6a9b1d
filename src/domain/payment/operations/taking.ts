import { drop } from '../patch.ts'
import type { Operation } from './operation.ts'
import { internal, plain } from './operation.ts'
import { payerNews } from './payer-news.ts'

/**
 * Some providers keep the payer's money for nobody until the shop has said that it takes it. Money that is
 * not taken is not ours, and money that is taken is ours once: so that is a step of its own.
 */
export const taking = {
  commands: {},
  deadlines: {},
  calls: {
    takeMoney: {
      repeats: 'untilAnswered',
      made: 'outside',
      atProvider: 'authorize',
      aboutCharge: true,
      asks: ({ options: { registerAlias }, customer }) =>
        registerAlias ? { registerAlias, email: customer.email } : {},
      words: 'take the money',
      answer: (payment, { id: answers }, outcome, context) =>
        payerNews(payment, outcome, context, { answers }),
    },
  },
  events: {
    moneyReceived: {
      moves: 'none',
      // It counts as a question: no later one may carry its name. The payer has nothing more to do.
      changes: ({ inquiries }) => ({
        ...drop('nextInquiryAt', 'payerUntil'),
        inquiries: inquiries + 1,
      }),
      ...internal,
      words: plain('the payer has paid: the money is being taken'),
    },
  },
} satisfies Operation
