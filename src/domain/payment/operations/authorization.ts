import { required } from '../../assert.ts'
import type { Instrument } from '../../instrument.ts'
import { completed, drop, started } from '../patch.ts'
import { moveCharge } from './money-moves.ts'
import type { Operation } from './operation.ts'
import { bad, good, plain } from './operation.ts'

/** The money is asked for: a sale, or a hold that is captured later. */
export const authorization = {
  events: {
    authorizationStarted: {
      moves: {
        from: [
          ...(['gathering', 'opening', 'awaitingDetails'] as const),
          ...(['authenticating', 'challenging', 'routing'] as const),
        ],
        to: 'authorizing',
      },
      changes: (payment, { transaction, call }) => ({
        ...started(payment, transaction),
        via: call?.via,
        reference: required(transaction.reference, 'reference'),
        authorizations: payment.authorizations + 1,
      }),
      posts: 'none',
      notifies: 'none',
      words: plain('authorisation started'),
    },
    authorizationRepeated: {
      moves: { from: ['resolving'], to: 'authorizing' },
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: plain('authorisation sent again'),
    },
    authorized: {
      moves: { from: ['authorizing', 'resolving'], to: 'authorized' },
      changes: (payment, { transId, amountMinor, holdUntil, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        authorizedMinor: amountMinor,
        completedAt: at,
        holdUntil,
      }),
      posts: 'none',
      notifies: 'payment',
      words: good('hold of'),
    },
    paid: {
      moves: { from: ['authorizing', 'resolving', 'awaitingPayer', 'givingUp'], to: 'paid' },
      changes: (payment, { transId, amountMinor, refundUntil, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        ...drop('nextInquiryAt', 'payerUntil', 'ending'),
        authorizedMinor: amountMinor,
        capturedMinor: amountMinor,
        completedAt: at,
        refundUntil,
      }),
      posts: (payment, { amountMinor }) => moveCharge(payment, amountMinor),
      notifies: 'payment',
      words: good('paid'),
    },
    outcomeUnknown: {
      moves: { from: ['authorizing'], to: 'resolving' },
      changes: 'none',
      posts: 'none',
      notifies: 'none',
      words: bad('outcome unknown, it will be inquired'),
    },
    secretLost: {
      moves: { from: ['authorizing', 'resolving', 'awaitingPayer'], to: 'awaitingDetails' },
      changes: ({ instrument, phase }) => ({
        instrument: instrument && withoutSecret(instrument),
        ...drop('nextInquiryAt', 'payerUntil'),
        // Another instrument may follow, which goes another way.
        ...(phase === 'awaitingPayer' ? drop('via') : {}),
      }),
      posts: 'none',
      notifies: 'none',
      words: bad('the process that held the code is gone, it is asked for again'),
    },
    undoingStarted: {
      moves: { from: ['authorizing', 'resolving'], to: 'undoing' },
      changes: (_, { ending }) => ({ ending }),
      posts: 'none',
      notifies: 'none',
      words: plain('being undone'),
    },
  },
} satisfies Operation

function withoutSecret({ secretOwner: _, ...instrument }: Instrument): Instrument {
  return instrument
}
