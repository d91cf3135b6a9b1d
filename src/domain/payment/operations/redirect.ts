import { nextQuestionAt } from '../../actor/authentication.ts'
import type { Ending } from '../../actor/ending.ts'
import { newCall } from '../../actor/new-call.ts'
import { present } from '../../present.ts'
import type { Redirect } from '../payment.ts'
import { undo } from './authorization.ts'
import type { Call, Decided, Operation, Payment } from './operation.ts'
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
        redirect
          ? { redirect: { ...redirect, returned: true, askAt: at, ...present({ proof }) } }
          : {},
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

/** The charge that the payer is away with, if it is this one. */
export const awayWith = ({ phase, redirect }: Payment, reference: string): Redirect | undefined =>
  phase === 'redirected' && redirect?.charge.reference === reference ? redirect : undefined

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
    { type: 'endRequested', ending, ...(isAsked ? {} : { call: chargeInquiry(redirect) }) },
  ])
}

/** Under a name of its own each time; the last question is no turn of the clock, and counts as well. */
function chargeInquiry({ charge, asked, proof }: Redirect): Call {
  return {
    ...newCall('inquire', charge.reference),
    id: `${charge.id}/away-${asked + 1}`,
    about: charge,
    away: true,
    ...present({ proof }),
  }
}

const askedAgain = (redirect: Redirect, now: number): Redirect => ({
  ...redirect,
  asked: redirect.asked + 1,
  askAt: nextQuestionAt(redirect.asked, now),
})
