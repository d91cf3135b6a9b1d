import { required } from '../../assert.ts'
import { deviceFacts } from '../../actor/device.ts'
import { present } from '../../present.ts'
import type { PaymentCommandOf } from '../commands.ts'
import { drop, started } from '../patch.ts'
import type { Phase } from '../phase.ts'
import { agreementOf } from './asked.ts'
import { mayBePaidLate, secondMoney } from './late-money.ts'
import { lastQuestion, payerNews } from './payer-news.ts'
import { inquiry } from './payer-provider.ts'
import type { Call, Context, Decided, Operation, Outcome, Payment } from './operation.ts'
import { accept, internal, plain } from './operation.ts'

const question = {
  repeats: 'untilAnswered',
  made: 'outside',
  aboutCharge: true,
  asks: 'nothing',
} as const

/** A payer who acts on a screen of BLIK or of a bank is asked, waited for, and given up. */
export const payer = {
  commands: {
    blikStatus: {
      decide: (payment, { reference, outcome }, context) =>
        payment.reference === reference ? payerNews(payment, outcome, context, {}) : accept([]),
      words: 'BLIK tells how the payment stands',
    },
    transactionStatus: {
      decide: transactionStatus,
      words: 'The account of a merchant tells of one transaction of an order',
    },
    inquire: {
      decide: (payment) =>
        payment.calls.length === 0 &&
        (payment.nextInquiryAt !== undefined || mayBePaidLate(payment))
          ? accept([{ type: 'inquired', call: inquiry(payment) }])
          : accept([]),
      words: 'The provider is asked now, not at the next turn',
    },
  },
  deadlines: {
    payerTimeout: {
      at: ({ phase, payerUntil }) => (phase === 'awaitingPayer' ? payerUntil : undefined),
      decide: (payment) =>
        lastQuestion(payment, { status: 'rejected', rejectCode: 'BLIK_TIMEOUT' }),
    },
    inquiry: {
      at: ({ calls, nextInquiryAt }) => (calls.length === 0 ? nextInquiryAt : undefined),
      decide: (payment) => accept([{ type: 'inquired', call: inquiry(payment) }]),
    },
  },
  calls: {
    blikPay: {
      repeats: 'bounded',
      made: 'outside',
      atProvider: 'authorize',
      aboutCharge: true,
      asks: ({ order, options, via, customer, device }) => ({
        ...(via && { email: customer.email, ...deviceFacts(device) }),
        ...(order.description && { description: order.description }),
        ...present({ registerAlias: options.registerAlias }),
        ...(options.registerAlias && agreementOf(options)),
      }),
      words: 'BLIK payment',
      answer: payerAnswer,
    },
    blikInquire: { ...question, atProvider: 'none', words: 'inquire BLIK', answer: payerAnswer },
    blikCancel: { ...question, atProvider: 'reverse', words: 'cancel BLIK', answer: payerAnswer },
    bankStart: {
      repeats: 'bounded',
      made: 'outside',
      atProvider: 'authorize',
      aboutCharge: true,
      asks: ({ order, validUntil, via, customer }) => ({
        ...(via && { email: customer.email }),
        ...(order.description && { description: order.description }),
        validUntil,
      }),
      words: 'bank transfer',
      answer: payerAnswer,
    },
    bankInquire: {
      ...question,
      atProvider: 'none',
      words: 'inquire the bank',
      answer: payerAnswer,
    },
    bankCancel: {
      ...question,
      atProvider: 'reverse',
      words: 'cancel the transfer',
      answer: payerAnswer,
    },
  },
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
      ...internal,
      words: plain('payer asked to confirm'),
    },
    payerWaited: {
      moves: 'none',
      changes: (_, { redirectUrl, nextInquiryAt }) => ({
        nextInquiryAt,
        ...present({ redirectUrl }),
      }),
      ...internal,
      words: plain('waiting for the payer'),
    },
    inquired: {
      moves: 'none',
      changes: ({ inquiries }) => ({ ...drop('nextInquiryAt'), inquiries: inquiries + 1 }),
      ...internal,
      words: plain('provider asked for the state'),
    },
    appNeeded: {
      moves: { from: ['awaitingPayer'], to: 'awaitingDetails' },
      changes: (_, { apps }) => ({ ...drop('nextInquiryAt', 'payerUntil', 'via'), apps }),
      ...internal,
      words: plain('payer has to choose a bank app'),
    },
    codeNeeded: {
      moves: { from: ['awaitingPayer'], to: 'awaitingDetails' },
      changes: ({ instrument }) => ({
        ...drop('nextInquiryAt', 'payerUntil', 'via'),
        ...(instrument && { instrument: { type: 'BLIK_CODE' as const } }),
      }),
      ...internal,
      words: plain('payer has to give a new code'),
    },
    aliasChanged: {
      moves: 'none',
      changes: (_, { alias }) => ({ alias }),
      ...internal,
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
      ...internal,
      words: plain('being given up at the provider'),
    },
  },
} satisfies Operation

function payerAnswer(
  payment: Payment,
  { id: answers }: Call,
  outcome: Outcome,
  context: Context,
): Decided {
  return payerNews(payment, outcome, context, { answers })
}

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
function transactionStatus(payment: Payment, news: News, context: Context): Decided {
  const isKnown = payment.transactions.some(({ reference }) => reference === news.reference)
  if (!isKnown) return accept([])
  if (news.outcome.type === 'paid' || news.outcome.type === 'received')
    return paidBy(payment, news, context)
  const isWaiting = payment.phase === 'awaitingPayer' && payment.reference === news.reference
  const mayAsk = isWaiting && payment.calls.length === 0 && payment.nextInquiryAt !== undefined
  return accept(
    news.outcome.type === 'refused' && mayAsk ? [{ type: 'inquired', call: inquiry(payment) }] : [],
  )
}

function paidBy(payment: Payment, news: News, context: Context): Decided {
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
