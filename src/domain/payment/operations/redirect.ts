import type { Ending } from '../../actor/ending.ts'
import { askedAgain, awayWith, backFrom, chargeInquiry } from '../../actor/redirect.ts'
import { present } from '../../present.ts'
import { undo } from './authorization.ts'
import type { Decided, Operation, Payment } from './operation.ts'
import { accept, internal, plain, refuse } from './operation.ts'

/**
 * The acquirer asks the cardholder itself: the browser goes to its page while the charge is under way.
 * Nothing that the browser says is believed; the acquirer is asked until it says how the charge ended.
 */
export const redirection = {
  commands: {
    payerReturned: {
      decide: (payment, { reference, proof }) =>
        awayWith(payment, reference)
          ? accept([{ type: 'payerReturned', ...present({ proof }) }])
          : accept([]),
      words: "The payer is back from the acquirer's page",
    },
  },
  deadlines: {
    redirectTimeout: {
      at: ({ phase, redirect, ending }) =>
        phase === 'redirected' && !ending ? redirect?.until : undefined,
      decide: (payment) =>
        askOnceMore(payment, { status: 'rejected', rejectCode: 'AUTHENTICATION_TIMEOUT' }),
    },
    redirectResult: {
      at: ({ phase, redirect, calls }) =>
        phase === 'redirected' && calls.length === 0 ? redirect?.askAt : undefined,
      decide: ({ redirect }) =>
        accept(redirect ? [{ type: 'chargeInquired', call: chargeInquiry(redirect) }] : []),
    },
  },
  calls: {},
  events: {
    payerRedirected: {
      moves: { from: ['authorizing', 'resolving'], to: 'redirected' },
      changes: ({ transactions }, { transId, redirect, acquirerRef }) => ({
        redirect,
        // Whatever becomes of it, it is asked about and undone under the acquirer's own name.
        transactions: transactions.map((one) =>
          one.transId === transId ? { ...one, ...present({ acquirerRef }) } : one,
        ),
      }),
      ...internal,
      words: plain('the acquirer asks the payer'),
    },
    payerReturned: {
      moves: 'none',
      changes: ({ redirect }, { proof }, at) =>
        redirect ? { redirect: backFrom(redirect, proof, at) } : {},
      ...internal,
      words: plain("the payer is back from the acquirer's page"),
    },
    chargeInquired: {
      moves: 'none',
      changes: ({ redirect }, _, at) => (redirect ? { redirect: askedAgain(redirect, at) } : {}),
      ...internal,
      words: plain('the acquirer is asked how the charge stands'),
    },
  },
} satisfies Operation

/** Somebody ends it: the charge is taken back, and what the acquirer says of that decides. */
export function endRedirect(payment: Payment, ending: Ending): Decided {
  const { redirect, calls } = payment
  if (payment.ending || !redirect) return refuse('cancel_in_progress')
  if (calls.length > 0) return accept([{ type: 'endRequested', ending }])
  return undo(payment, redirect.charge, ending)
}

/** The time is over. The payer may have finished in the last second, so the acquirer is asked first. */
export function askOnceMore(payment: Payment, ending: Ending): Decided {
  const { redirect, calls } = payment
  const isAsked = calls.length > 0 || !redirect
  return accept([
    { type: 'endRequested', ending, ...(!isAsked && { call: chargeInquiry(redirect) }) },
  ])
}
