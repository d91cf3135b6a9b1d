import { required } from '../../assert.ts'
import { reasonGiven } from '../../reasons/given-reason.ts'
import type { Refund } from '../payment.ts'
import { authorizationVerdict } from './authorization.ts'
import { awayWith } from './redirect.ts'
import { untilCertain } from './verdict.ts'
import type { Context, Decided, Event, Operation, Outcome, Payment } from './operation.ts'
import { accept } from './operation.ts'

/** What an acquirer says by itself, in any order and more than once. */
export const acquirerNews = {
  commands: {
    acquirerNews: {
      decide: (payment, { reference, outcome }, context) =>
        refundUnder(payment, reference)
          ? ofRefund(payment, reference, outcome)
          : ofCharge(payment, reference, outcome, context),
      words: 'An acquirer tells of a charge or a refund by itself',
    },
  },
  deadlines: {},
  calls: {},
  events: {},
} satisfies Operation

/**
 * Of a charge whose answer was lost, or whose payer is away: that is the answer to our question. At
 * any other time its words change nothing: the answer is on its way, or what they are about is being
 * undone, or was long known. They say nothing of the agreement that a first payment makes: then, and
 * where they tell only that there is news, the acquirer is asked.
 */
function ofCharge(
  payment: Payment,
  reference: string,
  outcome: Outcome,
  context: Context,
): Decided {
  const isEnough = outcome.type !== 'pending' && payment.options.recurring !== 'INITIAL'
  const inquiry = payment.calls.find(
    ({ kind, about }) =>
      kind === 'inquire' && about?.kind === 'authorize' && about.reference === reference,
  )
  if (inquiry && isEnough)
    return untilCertain(payment, inquiry, outcome, context, authorizationVerdict)
  const away = awayWith(payment, reference)
  if (!away) return accept([])
  if (!isEnough) return accept([{ type: 'payerReturned' }])
  return outcome.type === 'approved' || outcome.type === 'declined'
    ? unasked(authorizationVerdict(payment, away.charge, outcome, '', context))
    : accept([])
}

const refundUnder = ({ transactions, refunds }: Payment, reference: string): Refund | undefined => {
  const made = transactions.find((one) => one.type === 'REFUND' && one.reference === reference)
  return made && refunds.find(({ refundId }) => refundId === made.refundId)
}

/**
 * A refund may fail days after it was completed: the money is the merchant's again. What is said before
 * the request was answered is kept for the answer. Once is enough, however often and in whichever order.
 */
function ofRefund(payment: Payment, reference: string, outcome: Outcome): Decided {
  const { refundId, status, doubted } = required(refundUnder(payment, reference), 'refund')
  if (outcome.type !== 'declined') return accept([])
  const fact = { refundId, ...reasonGiven(outcome) }
  if (status === 'COMPLETED') return accept([{ type: 'refundReturned', ...fact }])
  const isOpen = (status === 'PENDING' || status === 'NEW') && !doubted
  return accept(isOpen ? [{ type: 'refundDoubted', ...fact }] : [])
}

/** Nobody had asked: it answers no call. */
const unasked = ({ events, ...decided }: Decided): Decided => ({
  ...decided,
  events: events.map(({ answers: _, ...event }) => event as Event),
})
