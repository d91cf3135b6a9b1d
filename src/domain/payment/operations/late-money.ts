import type { Ending } from '../../actor/ending.ts'
import { newCall } from '../../actor/new-call.ts'
import { present } from '../../present.ts'
import { reasonGiven } from '../../reasons/given-reason.ts'
import type { PaymentCommandOf } from '../commands.ts'
import { drop } from '../patch.ts'
import { chargeReference, isGivenBack } from '../payment.ts'
import { isAskedAfterEnd } from './payer-provider.ts'
import type { Call, Context, Decided, Event, Operation, Outcome, Payment } from './operation.ts'
import { accept, bad, internal, plain } from './operation.ts'

/** Money that comes after the end, or a second time, goes back the way it came. */
export const lateMoney = {
  commands: {},
  deadlines: {
    lateEnd: {
      at: (payment) => (payment.closed ? undefined : payment.lateUntil),
      decide: () => accept([{ type: 'closed' }]),
    },
  },
  calls: {
    sendBack: {
      repeats: 'untilAnswered',
      made: 'outside',
      atProvider: 'refund',
      aboutCharge: true,
      asks: () => ({ mayBeRefused: true }),
      words: 'send the money back',
      // Under its reference a definite no stays one: asking again would ask for ever.
      answer: (_, { id: answers }, outcome) =>
        accept([
          outcome.type === 'declined'
            ? { type: 'sendBackRefused', answers, ...reasonGiven(outcome) }
            : { type: 'moneySentBack', answers },
        ]),
    },
  },
  events: {
    lateMoneyFound: {
      moves: 'none',
      changes: ({ returned = [] }, { call }) => ({
        ...drop('nextInquiryAt'),
        sentBack: true,
        ...(call?.acquirerRef && { returned: [...returned, call.acquirerRef] }),
      }),
      ...internal,
      words: bad('money came after the end'),
    },
    secondMoneyFound: {
      moves: 'none',
      changes: ({ returned = [] }, { transactionId }) => ({
        returned: [...returned, transactionId],
      }),
      ...internal,
      words: plain('the order was paid once more: that money goes back'),
    },
    moneySentBack: {
      moves: 'none',
      changes: 'none',
      ...internal,
      words: plain('late money sent back'),
    },
    sendBackRefused: {
      moves: 'none',
      changes: 'none',
      ...internal,
      words: bad('the provider does not send late money back'),
    },
    closed: {
      moves: 'none',
      changes: () => ({ ...drop('lateUntil', 'nextInquiryAt'), closed: true }),
      ...internal,
      words: plain('closed'),
    },
  },
} satisfies Operation

const LATE_INQUIRIES_MS = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]
const LATE_EVERY_MS = 86_400_000
const LATE_WINDOW_MS = 7 * 86_400_000

export type Answers = { answers?: string }
export type Paid = Extract<Outcome, { type: 'paid' }>
export type Received = Extract<Outcome, { type: 'received' }>

/** Money that arrives after a failed end is sent back, and the status stays. */
export function afterTheEnd(
  payment: Payment,
  outcome: Outcome,
  { now }: Context,
  answers: Answers,
): Decided {
  // A provider repeats itself: what a cancel has given back is no money that came late.
  const returned = payment.sentBack === true || isGivenBack(payment)
  const isMoney = outcome.type === 'paid' || outcome.type === 'received'
  if (isMoney && !returned)
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

export const tooLate = (
  payment: Payment,
  ending: Ending,
  { transactionId }: Paid | Received,
  { now }: Context,
  answers: Answers,
): Decided =>
  accept([
    { ...lateEnd(payment, ending, now), ...answers },
    { type: 'lateMoneyFound', call: sendBack(payment, transactionId) },
  ])

/** A failed end of a payment whose payer may still pay by mistake. */
export function lateEnd(payment: Payment, ending: Ending, now: number): Event {
  const end = {
    ...reasonGiven(ending),
    lateUntil: now + LATE_WINDOW_MS,
    ...(isAskedAfterEnd(payment) && { nextInquiryAt: nextLateInquiryAt(now, now) }),
  }
  return ending.status === 'rejected' ? { type: 'rejected', ...end } : { type: 'cancelled', ...end }
}

/** Ever more rarely after a failed end, while late money may still come. */
function nextLateInquiryAt(endedAt: number, now: number): number {
  const next = LATE_INQUIRIES_MS.find((afterMs) => endedAt + afterMs > now)
  return next === undefined ? now + LATE_EVERY_MS : endedAt + next
}

/** A payer is back from the bank long after the end: only the bank knows what happened there. */
export const mayBePaidLate = (payment: Payment): boolean =>
  payment.closed === true &&
  payment.sentBack !== true &&
  !isGivenBack(payment) &&
  payment.reference !== undefined &&
  (payment.phase === 'rejected' || payment.phase === 'cancelled') &&
  isAskedAfterEnd(payment)

/** Money that came too late, or for an order that is paid, goes back. */
const sendBack = (payment: Payment, acquirerRef?: string): Call => {
  const originalReference = chargeReference(payment)
  return {
    ...newCall('sendBack', `${originalReference}-back`, payment.order.amountMinor),
    originalReference,
    ...present({ acquirerRef }),
  }
}

/** It goes back the way it came, under a name of its own. */
export const secondMoney = (
  payment: Payment,
  { reference, transactionId, via }: PaymentCommandOf<'transactionStatus'>,
): Event => ({
  type: 'secondMoneyFound',
  transactionId,
  call: {
    ...newCall('sendBack', `${reference}-back-${transactionId}`, payment.order.amountMinor),
    originalReference: reference,
    acquirerRef: transactionId,
    via,
  },
})
