import { newCall } from '../../actor/new-call.ts'
import type { Context } from '../../actor/context.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import type { PaymentCommandOf } from '../commands.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import type { Phase } from '../phase.ts'
import type { Decide } from './context.ts'
import { payerNews } from './payer.ts'
import { inquiry } from './provider.ts'

type News = PaymentCommandOf<'transactionStatus'>

/** Phases that money of the present attempt matters to. */
const listening: ReadonlySet<Phase> = new Set<Phase>([
  'awaitingPayer',
  'givingUp',
  'rejected',
  'cancelled',
  'errored',
])

/**
 * What a provider says by itself of one transaction of an order, in any order and more than once. An
 * order may have several: one that failed is not the last word, and money that comes twice goes back.
 */
export const transactionStatus: Decide<News> = (payment, news, context) => {
  const isKnown = payment.transactions.some(({ reference }) => reference === news.reference)
  if (!isKnown) return accept([])
  if (news.outcome.type === 'paid') return paidBy(payment, news, context)
  const isWaiting = payment.phase === 'awaitingPayer' && payment.reference === news.reference
  const mayAsk = isWaiting && payment.calls.length === 0 && payment.nextInquiryAt !== undefined
  return accept(
    news.outcome.type === 'refused' && mayAsk ? [{ type: 'inquired', call: inquiry(payment) }] : [],
  )
}

function paidBy(payment: Payment, news: News, context: Context): Decision<Event> {
  const { reference, transactionId, via, outcome } = news
  if (payment.returned?.includes(transactionId)) return accept([])
  const isCurrent = payment.reference === reference && payment.via === via
  const isOpen = payment.completedAt === undefined && payment.sentBack !== true
  if (isCurrent && isOpen && listening.has(payment.phase))
    return payerNews(payment, outcome, context, {})
  const kept = payment.transactions.find((one) => one.reference === reference)
  const isKept = payment.completedAt !== undefined && payment.reference === reference
  const isSame = isKept && (kept?.acquirerRef ?? transactionId) === transactionId
  return accept(isSame ? [] : [secondMoney(payment, news)])
}

/** It goes back the way it came, under a name of its own. */
const secondMoney = (payment: Payment, { reference, transactionId, via }: News): Event => ({
  type: 'secondMoneyFound',
  transactionId,
  call: {
    ...newCall('sendBack', `${reference}-back-${transactionId}`, payment.order.amountMinor),
    originalReference: reference,
    acquirerRef: transactionId,
    via,
  },
})
