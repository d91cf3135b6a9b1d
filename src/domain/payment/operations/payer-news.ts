import { required } from '../../assert.ts'
import type { Ending } from '../../actor/ending.ts'
import { NOT_SENT } from '../../actor/resolve.ts'
import { present } from '../../present.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { isCommanded } from '../../reasons/reason.ts'
import type { Answers, Paid, Received } from './late-money.ts'
import { afterTheEnd, lateEnd, tooLate } from './late-money.ts'
import { cancelAtProvider, inquiry, nextInquiryAt, takeMoney } from './payer-provider.ts'
import type { Context, Decided, Event, Outcome, Payment } from './operation.ts'
import { accept } from './operation.ts'

/** What BLIK or a bank says of the payer: in answer to a call, or by itself. */
export function payerNews(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: Answers,
): Decided {
  const news = aliasNews(payment, outcome)
  const decision = phaseNews(payment, outcome, context, answers)
  return { ...decision, events: [...news, ...decision.events] }
}

function phaseNews(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: Answers,
): Decided {
  // Money that is being taken must not be lost from sight: only what became of that counts now.
  const taking = payment.calls.find(({ kind }) => kind === 'takeMoney')
  if (taking && taking.id !== answers.answers) return accept(noted(answers))
  if (payment.phase === 'awaitingPayer') return whileWaiting(payment, outcome, context, answers)
  if (payment.phase === 'givingUp') return whileGivingUp(payment, outcome, context, answers)
  if (['rejected', 'cancelled', 'errored'].includes(payment.phase))
    return afterTheEnd(payment, outcome, context, answers)
  return accept(noted(answers))
}

/** Nothing has changed by it, but that a call is answered. */
const noted = (answers: Answers): Event[] =>
  answers.answers === undefined ? [] : [{ type: 'called', ...answers }]

function whileWaiting(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: Answers,
): Decided {
  switch (outcome.type) {
    case 'paid':
      return paid(payment, outcome, context, answers)
    case 'received':
      return take(payment, outcome, answers)
    case 'pending':
      return wait(payment, outcome.redirectUrl, answers)
    case 'refused':
      // Who is charged by the merchant alone is not there to give a code instead.
      if (outcome.rejectCode !== 'BLIK_ALIAS_UNKNOWN' || payment.options.recurring === 'SUBSEQUENT')
        return accept([{ type: 'rejected', ...answers, ...reasonGiven(outcome) }])
      return accept([
        {
          type: 'transactionClosed',
          transId: required(payment.transactions.at(-1)?.transId, 'transaction'),
          status: 'REJECTED',
          ...reasonGiven(outcome),
        },
        { type: 'codeNeeded', ...answers },
      ])
    case 'ambiguous':
      return accept([{ type: 'appNeeded', ...answers, apps: outcome.apps }])
    case 'secretLost':
      return accept([{ type: 'secretLost', ...answers }])
    case 'cancelled':
      return accept([{ type: 'rejected', ...answers, rejectCode: 'DECLINED_BY_PAYER' }])
    case 'notSent':
      return accept([{ type: 'errored', ...answers, ...systemError(NOT_SENT) }])
    case 'unknown':
      return accept([{ type: 'inquired', ...answers, call: inquiry(payment) }])
    default:
      // Not found after silence: it is closed at the provider, so that it cannot happen any more.
      return giveUp(payment, { status: 'rejected', rejectCode: 'UNKNOWN_OUTCOME' }, answers)
  }
}

/** The payment is being closed at the provider; who was faster, the payer or we? */
function whileGivingUp(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: Answers,
): Decided {
  const ending = payment.ending ?? { status: 'rejected', rejectCode: 'BLIK_TIMEOUT' }
  const closing = payment.calls.find(({ id }) => id === answers.answers)
  const asked = closing?.kind === 'blikInquire' || closing?.kind === 'bankInquire'
  const stillWanted = !isCommanded(ending.rejectCode)
  const isTaken = closing?.kind === 'takeMoney'
  if (outcome.type === 'paid')
    return stillWanted && (asked || isTaken)
      ? paid(payment, outcome, context, answers)
      : tooLate(payment, ending, outcome, context, answers)
  if (outcome.type === 'received')
    return stillWanted && asked
      ? take(payment, outcome, answers)
      : tooLate(payment, ending, outcome, context, answers)
  if (closing?.kind === 'blikCancel' || closing?.kind === 'bankCancel')
    return accept([{ ...lateEnd(payment, ending, context.now), ...answers }])
  const closes = payment.calls.some(({ kind }) => kind === 'blikCancel' || kind === 'bankCancel')
  if ((asked || isTaken) && !closes)
    return accept([{ type: 'called', ...answers, call: cancelAtProvider(payment) }])
  return accept(noted(answers))
}

const take = (payment: Payment, { transactionId }: Received, answers: Answers): Decided =>
  accept([
    { type: 'moneyReceived', ...answers, transactionId, call: takeMoney(payment, transactionId) },
  ])

function paid(payment: Payment, outcome: Paid, context: Context, answers: Answers): Decided {
  const { order, merchant } = payment
  if (context.wall === 'orderPaid')
    return tooLate(
      payment,
      { status: 'rejected', rejectCode: 'ORDER_ALREADY_PAID' },
      outcome,
      context,
      answers,
    )
  const open = payment.transactions.findLast(({ status }) => status === 'PENDING')
  return accept([
    {
      type: 'paid',
      ...answers,
      transId: required(open?.transId, 'open transaction'),
      amountMinor: order.amountMinor,
      refundUntil: context.now + merchant.refundWindowMs,
      ...present({ acquirerRef: outcome.transactionId }),
    },
  ])
}

const wait = (payment: Payment, redirectUrl: string | undefined, answers: Answers): Decided =>
  accept([
    {
      type: 'payerWaited',
      ...answers,
      nextInquiryAt: nextInquiryAt(payment),
      ...(redirectUrl && { redirectUrl }),
    },
  ])

const giveUp = (payment: Payment, ending: Ending, answers: Answers = {}): Decided =>
  accept([{ type: 'givingUpStarted', ...answers, ending, call: cancelAtProvider(payment) }])

function aliasNews(payment: Payment, outcome: Outcome): Event[] {
  const alias = 'alias' in outcome ? outcome.alias : undefined
  return alias && payment.alias?.status !== alias.status ? [{ type: 'aliasChanged', alias }] : []
}

/** Before giving up, one more inquiry: the payer may have paid in the last second. */
export function lastQuestion(payment: Payment, ending: Ending): Decided {
  const underWay = payment.calls.length > 0
  return underWay
    ? giveUp(payment, ending)
    : accept([{ type: 'givingUpStarted', ending, call: inquiry(payment) }])
}
