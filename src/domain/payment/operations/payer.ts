import { required } from '../../assert.ts'
import { present } from '../../present.ts'
import { drop, started } from '../patch.ts'
import type { Operation } from './operation.ts'
import { plain } from './operation.ts'

/** A payer who acts on a screen of BLIK or of a bank is asked, waited for, and given up. */
export const payer = {
  events: {
    payerAsked: {
      moves: { from: ['gathering', 'awaitingDetails'], to: 'awaitingPayer' },
      changes: (payment, { transaction, payerUntil, call }, at) => ({
        via: call?.via,
        ...started(payment, transaction),
        ...drop('apps', 'nextInquiryAt'),
        reference: required(transaction.reference, 'reference'),
        payerAskedAt: at,
        ...present({ payerUntil }),
        inquiries: 0,
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('payer asked to confirm'),
    },
    payerWaited: {
      moves: 'none',
      changes: (_, { redirectUrl, nextInquiryAt }) => ({
        nextInquiryAt,
        ...present({ redirectUrl }),
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('waiting for the payer'),
    },
    inquired: {
      moves: 'none',
      changes: ({ inquiries }) => ({ ...drop('nextInquiryAt'), inquiries: inquiries + 1 }),
      posts: 'none',
      notifies: 'none',
      words: plain('provider asked for the state'),
    },
    appNeeded: {
      moves: { from: ['awaitingPayer'], to: 'awaitingDetails' },
      changes: (_, { apps }) => ({ ...drop('nextInquiryAt', 'payerUntil', 'via'), apps }),
      posts: 'none',
      notifies: 'none',
      words: plain('payer has to choose a bank app'),
    },
    codeNeeded: {
      moves: { from: ['awaitingPayer'], to: 'awaitingDetails' },
      changes: ({ instrument }) => ({
        ...drop('nextInquiryAt', 'payerUntil', 'via'),
        ...(instrument ? { instrument: { type: 'BLIK_CODE' as const } } : {}),
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('payer has to give a new code'),
    },
    aliasChanged: {
      moves: 'none',
      changes: (_, { alias }) => ({ alias }),
      posts: 'none',
      notifies: 'none',
      words: plain('alias changed'),
    },
    givingUpStarted: {
      moves: { from: ['awaitingPayer'], to: 'givingUp' },
      // The last question counts too: no later one may carry its name.
      changes: ({ inquiries }, { ending }) => ({
        ...drop('nextInquiryAt', 'payerUntil'),
        ending,
        inquiries: inquiries + 1,
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('being given up at the provider'),
    },
  },
} satisfies Operation
