import { authorizationVerdict } from './authorization.ts'
import { awayWith } from '../../actor/redirect.ts'
import { isReversal, reversalNews, undoLateCharge } from './late-charge.ts'
import { captureNews, captureUnder } from './returned-capture.ts'
import { endHold } from './reversal.ts'
import { refundNews, refundUnder } from './returned-refund.ts'
import { untilCertain } from './verdict.ts'
import type { Context, Decided, Event, Operation, Outcome, Payment } from './operation.ts'
import { accept } from './operation.ts'

/** What an acquirer says by itself, in any order and more than once. */
export const acquirerNews = {
  commands: {
    acquirerNews: {
      decide: (payment, { reference, outcome }, context) => {
        if (refundUnder(payment, reference)) return refundNews(payment, reference, outcome)
        if (isReversal(payment, reference)) return reversalNews(payment, reference, outcome)
        const captured = captureUnder(payment, reference)
        return captured
          ? captureNews(payment, captured, outcome, context)
          : ofCharge(payment, reference, outcome, context)
      },
      words: 'An acquirer tells of a charge, a capture or a refund by itself',
    },
  },
  deadlines: {},
  calls: {},
  events: {},
} satisfies Operation

/**
 * Of a charge whose answer was lost, or whose payer is away: that is the answer to our question. An
 * approval after a failed end is taken back. At any other time its words change nothing: the answer is
 * on its way, or what they are about is being undone, or was long known. They say nothing of the agreement that a first payment makes: then, and
 * where they tell only that there is news, the acquirer is asked.
 */
function ofCharge(
  payment: Payment,
  reference: string,
  outcome: Outcome,
  context: Context,
): Decided {
  const { type } = outcome
  // A hold that somebody has let go of at the acquirer itself: there is nothing to capture any more.
  if (type === 'cancelled' && payment.phase === 'authorized' && payment.reference === reference)
    return endHold(payment, context)
  const isEnough =
    type !== 'pending' && type !== 'cancelled' && payment.options.recurring !== 'INITIAL'
  const inquiry = payment.calls.find(
    ({ kind, about }) =>
      kind === 'inquire' && about?.kind === 'authorize' && about.reference === reference,
  )
  if (inquiry && isEnough)
    return untilCertain(payment, inquiry, outcome, context, authorizationVerdict)
  const away = awayWith(payment, reference)
  if (!away) return undoLateCharge(payment, reference, outcome)
  if (!isEnough) return accept([{ type: 'payerReturned' }])
  return outcome.type === 'approved' || outcome.type === 'declined'
    ? unasked(authorizationVerdict(payment, away.charge, outcome, '', context))
    : accept([])
}

/** Nobody had asked: it answers no call. */
const unasked = ({ events, ...decided }: Decided): Decided => ({
  ...decided,
  events: events.map(({ answers: _, ...event }) => event as Event),
})
