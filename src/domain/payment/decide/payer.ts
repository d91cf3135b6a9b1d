import { required } from '../../assert.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { isCommanded } from '../../reasons/reason.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import type { Outcome } from '../../actor/call.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import { isGivenBack } from '../payment.ts'
import type { Ending } from '../../actor/ending.ts'
import type { Context } from '../../actor/context.ts'
import { NOT_SENT } from '../../actor/resolve.ts'
import {
  cancelAtProvider,
  inquiry,
  isAskedAfterEnd,
  lateEnd,
  LATE_WINDOW_MS,
  nextInquiryAt,
  nextLateInquiryAt,
  sendBack,
} from './provider.ts'
import { present } from '../../present.ts'

type Answers = { answers?: string }

/** What BLIK or a bank says of the payer: in answer to a call, or by itself. */
export function payerNews(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: Answers,
): Decision<Event> {
  const news = aliasNews(payment, outcome)
  const decision = phaseNews(payment, outcome, context, answers)
  return { ...decision, events: [...news, ...decision.events] }
}

function phaseNews(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: Answers,
): Decision<Event> {
  if (payment.phase === 'awaitingPayer') return whileWaiting(payment, outcome, context, answers)
  if (payment.phase === 'givingUp') return whileGivingUp(payment, outcome, context, answers)
  if (['rejected', 'cancelled', 'errored'].includes(payment.phase))
    return afterTheEnd(payment, outcome, context, answers)
  return accept(answers.answers === undefined ? [] : [{ type: 'called', ...answers }])
}

function whileWaiting(
  payment: Payment,
  outcome: Outcome,
  context: Context,
  answers: Answers,
): Decision<Event> {
  switch (outcome.type) {
    case 'paid':
      return paid(payment, outcome, context, answers)
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
): Decision<Event> {
  const ending = payment.ending ?? { status: 'rejected', rejectCode: 'BLIK_TIMEOUT' }
  const closing = payment.calls.find(({ id }) => id === answers.answers)
  const asked = closing?.kind === 'blikInquire' || closing?.kind === 'bankInquire'
  if (outcome.type === 'paid') {
    const stillWanted = asked && !isCommanded(ending.rejectCode)
    return stillWanted
      ? paid(payment, outcome, context, answers)
      : tooLate(payment, ending, outcome, context, answers)
  }
  if (closing?.kind === 'blikCancel' || closing?.kind === 'bankCancel')
    return accept([{ ...lateEnd(payment, ending, context.now), ...answers }])
  if (asked) return accept([{ type: 'called', ...answers, call: cancelAtProvider(payment) }])
  return accept(answers.answers === undefined ? [] : [{ type: 'called', ...answers }])
}

/** Money that arrives after a failed end is sent back, and the status stays. */
function afterTheEnd(
  payment: Payment,
  outcome: Outcome,
  { now }: Context,
  answers: Answers,
): Decision<Event> {
  // A provider repeats itself: what a cancel has given back is no money that came late.
  const returned = payment.sentBack === true || isGivenBack(payment)
  if (outcome.type === 'paid' && !returned)
    return accept([
      { type: 'lateMoneyFound', ...answers, call: sendBack(payment, outcome.transactionId) },
    ])
  if (answers.answers === undefined) return accept([])
  const endedAt = (payment.lateUntil ?? now) - LATE_WINDOW_MS
  return accept([
    !isAskedAfterEnd(payment) || returned || payment.closed
      ? { type: 'called', ...answers }
      : { type: 'payerWaited', ...answers, nextInquiryAt: nextLateInquiryAt(endedAt, now) },
  ])
}

type Paid = Extract<Outcome, { type: 'paid' }>

function paid(
  payment: Payment,
  outcome: Paid,
  context: Context,
  answers: Answers,
): Decision<Event> {
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

const tooLate = (
  payment: Payment,
  ending: Ending,
  { transactionId }: Paid,
  { now }: Context,
  answers: Answers,
): Decision<Event> =>
  accept([
    { ...lateEnd(payment, ending, now), ...answers },
    { type: 'lateMoneyFound', call: sendBack(payment, transactionId) },
  ])

const wait = (
  payment: Payment,
  redirectUrl: string | undefined,
  answers: Answers,
): Decision<Event> =>
  accept([
    {
      type: 'payerWaited',
      ...answers,
      nextInquiryAt: nextInquiryAt(payment),
      ...(redirectUrl ? { redirectUrl } : {}),
    },
  ])

export const giveUp = (payment: Payment, ending: Ending, answers: Answers = {}): Decision<Event> =>
  accept([{ type: 'givingUpStarted', ...answers, ending, call: cancelAtProvider(payment) }])

function aliasNews(payment: Payment, outcome: Outcome): Event[] {
  const alias = outcome.type === 'paid' || outcome.type === 'pending' ? outcome.alias : undefined
  return alias && payment.alias?.status !== alias.status ? [{ type: 'aliasChanged', alias }] : []
}
