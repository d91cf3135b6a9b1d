import { required } from '../../assert.ts'
import type { ReversalReason } from '../../actor/call.ts'
import type { Ending } from '../../actor/ending.ts'
import { endEvent } from '../../actor/ending.ts'
import { newCall } from '../../actor/new-call.ts'
import { redirectTo } from '../../actor/redirect.ts'
import { NOT_SENT } from '../../actor/resolve.ts'
import { mayStepUp } from '../../actor/sca-policy.ts'
import type { Instrument } from '../../instrument.ts'
import { present } from '../../present.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { isCommanded } from '../../reasons/reason.ts'
import { isStorable, tokenizationOf } from '../../tokenization/from-payment.ts'
import { completed, drop, started } from '../patch.ts'
import { missing } from '../wants.ts'
import { askedWithCharge, claimed, placeInAgreement, triedBefore } from './asked.ts'
import { moveCharge } from './money-moves.ts'
import { tryElsewhere } from './routing.ts'
import { stepUp } from './steps.ts'
import { approvalOf } from './verdict.ts'
import type { Call, Context, Decided, Event, Operation, Payment, Verdict } from './operation.ts'
import { accept, bad, good, internal, plain } from './operation.ts'

/** The money is asked for: a sale, or a hold that is captured later. */
export const authorization = {
  commands: {},
  deadlines: {},
  calls: {
    authorize: {
      repeats: 'bounded',
      made: 'inTask',
      atProvider: 'authorize',
      aboutCharge: true,
      asks: (payment) => ({
        ...triedBefore(payment),
        ...present({ authentication: payment.authentication }),
        ...askedWithCharge(payment),
        ...claimed(payment.options, {
          softDeclined: payment.softDeclined,
          challenged: payment.authentication?.challenged,
        }),
        ...placeInAgreement(payment.options),
        ...present({ funding: payment.options.funding }),
        ...(payment.options.moto && { moto: true }),
      }),
      words: 'authorise',
      verdict: authorizationVerdict,
    },
    /** Of any operation at the acquirer: the verdict is that operation's. */
    inquire: {
      repeats: 'untilAnswered',
      made: 'outside',
      atProvider: 'none',
      aboutCharge: true,
      asks: 'nothing',
      words: 'inquire',
      verdict: (_payment, _call, _verdict, answers) => accept([{ type: 'called', answers }]),
    },
    storeCard: {
      repeats: 'untilAnswered',
      made: 'outside',
      atProvider: 'none',
      aboutCharge: false,
      asks: (payment) => ({ tokenization: tokenizationOf(payment) }),
      words: 'store the card',
      answer: (_, { id: answers }) => accept([{ type: 'called', answers }]),
    },
  },
  events: {
    authorizationStarted: {
      moves: {
        from: [
          ...(['gathering', 'opening', 'awaitingDetails'] as const),
          ...(['authenticating', 'challenging', 'routing'] as const),
          // The acquirer is to ask the cardholder this time.
          ...(['authorizing', 'resolving', 'redirected'] as const),
        ],
        to: 'authorizing',
      },
      changes: (payment, { transaction, call }) => ({
        ...started(payment, transaction),
        via: call?.via,
        reference: required(transaction.reference, 'reference'),
        authorizations: payment.authorizations + 1,
        ...drop('redirect', 'stepUp'),
        ...(call?.challengeMandated && { softDeclined: true }),
      }),
      ...internal,
      words: plain('authorisation started'),
    },
    authorizationRepeated: {
      moves: { from: ['resolving'], to: 'authorizing' },
      changes: 'none',
      ...internal,
      words: plain('authorisation sent again'),
    },
    authorized: {
      moves: { from: ['authorizing', 'resolving', 'redirected'], to: 'authorized' },
      changes: (payment, { transId, amountMinor, holdUntil, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        ...drop('redirect', 'ending'),
        authorizedMinor: amountMinor,
        completedAt: at,
        holdUntil,
      }),
      posts: 'none',
      notifies: 'payment',
      words: good('hold of'),
    },
    paid: {
      moves: {
        from: ['authorizing', 'resolving', 'redirected', 'awaitingPayer', 'givingUp'],
        to: 'paid',
      },
      changes: (payment, { transId, amountMinor, refundUntil, ...approval }, at) => ({
        ...completed(payment, transId, approval, at),
        ...drop('nextInquiryAt', 'payerUntil', 'ending', 'redirect'),
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
      ...internal,
      words: bad('outcome unknown, it will be inquired'),
    },
    secretLost: {
      moves: { from: ['authorizing', 'resolving', 'awaitingPayer'], to: 'awaitingDetails' },
      changes: ({ instrument, phase }) => ({
        instrument: instrument && withoutSecret(instrument),
        ...drop('nextInquiryAt', 'payerUntil'),
        // Another instrument may follow, which goes another way.
        ...(phase === 'awaitingPayer' && drop('via')),
      }),
      ...internal,
      words: bad('the process that held the code is gone, it is asked for again'),
    },
    undoingStarted: {
      moves: { from: ['authorizing', 'resolving', 'redirected'], to: 'undoing' },
      changes: (_, { ending }) => ({ ...drop('redirect'), ending }),
      ...internal,
      words: plain('being undone'),
    },
  },
} satisfies Operation

function withoutSecret({ secretOwner: _, ...instrument }: Instrument): Instrument {
  return instrument
}

/** The end of an authorisation, whichever way it became known. */
export function authorizationVerdict(
  payment: Payment,
  authorize: Call,
  verdict: Verdict,
  answers: string,
  context: Context,
): Decided {
  const { ending } = payment
  const elsewhere = tryElsewhere(payment, authorize, verdict, answers, context)
  if (elsewhere) return elsewhere
  switch (verdict.type) {
    case 'approved':
      if (ending && !isStillWanted(payment, ending))
        return undo(payment, authorize, ending, { answers })
      if (context.wall === 'orderPaid')
        return undo(payment, authorize, orderPaid, { answers, reason: 'ORDER_PAID' })
      return approve(payment, authorize, verdict, answers, context)
    case 'partial':
      return undo(payment, authorize, ending ?? partial, { answers, reason: 'PARTIAL' })
    case 'redirected':
    case 'away':
      if (ending) return undo(payment, authorize, ending, { answers })
      return payment.phase === 'redirected' || verdict.type === 'away'
        ? accept([{ type: 'called', answers }])
        : sendAway(authorize, verdict, answers, context)
    case 'softDeclined':
      return ending ? end(ending, answers) : challenge(payment, verdict, answers, context)
    case 'declined':
      return end(ending ?? { status: 'rejected', ...reasonGiven(verdict) }, answers)
    case 'undone':
      return end(ending ?? { status: 'rejected', rejectCode: 'UNKNOWN_OUTCOME' }, answers)
    case 'secretLost':
      return ending ? end(ending, answers) : accept([{ type: 'secretLost', answers }])
    case 'notSent':
      return end(ending ?? { status: 'errored', ...systemError(NOT_SENT) }, answers)
  }
}

/** The money of an authorisation that must not stand is back; the payment ends as it was to end. */
export const authorizationUndone = (payment: Payment, answers: string): Decided =>
  end(payment.ending ?? { status: 'rejected', rejectCode: 'UNKNOWN_OUTCOME' }, answers)

const partial: Ending = { status: 'rejected', rejectCode: 'PARTIAL_NOT_SUPPORTED' }
const orderPaid: Ending = { status: 'rejected', rejectCode: 'ORDER_ALREADY_PAID' }

function approve(
  payment: Payment,
  authorize: Call,
  verdict: Extract<Verdict, { type: 'approved' }>,
  answers: string,
  { now }: Context,
): Decided {
  const { merchant, options, order } = payment
  const transId = required(authorize.transId, 'transaction')
  const { heldUntil, ...approval } = approvalOf(verdict)
  const fact = { answers, transId, amountMinor: order.amountMinor, ...approval }
  // Whichever ends first: what the acquirer does not hold any more cannot be captured.
  const holdUntil = Math.min(now + merchant.holdMs, heldUntil ?? Infinity)
  return accept([
    options.transKind === 'PREAUTH'
      ? { type: 'authorized', ...fact, holdUntil }
      : { type: 'paid', ...fact, refundUntil: now + merchant.refundWindowMs },
    ...storeCard(payment, authorize),
  ])
}

/** The card has proven good: now it is stored, where the merchant asked for it. */
function storeCard(payment: Payment, authorize: Call): Event[] {
  if (!payment.options.tokenize || !payment.tokenizerId || !isStorable(payment)) return []
  return [{ type: 'called', call: newCall('storeCard', `${authorize.reference}-store`) }]
}

/** A charge that must not stand is taken back, until the acquirer says that it is. */
export function undo(
  payment: Payment,
  authorize: Call,
  ending: Ending,
  { answers, reason = endingReason(ending) }: { answers?: string; reason?: ReversalReason } = {},
): Decided {
  const call = {
    ...newCall('reverse', `${authorize.reference}-undo`, payment.order.amountMinor),
    originalReference: authorize.reference,
    reason,
  }
  return accept([{ type: 'undoingStarted', ...present({ answers }), ending, call }])
}

/** Where only time has ended it, a payer who was in time after all has paid. */
const isStillWanted = ({ phase }: Payment, { rejectCode }: Ending): boolean =>
  phase === 'redirected' && !isCommanded(rejectCode)

/** The browser goes to the acquirer's page. */
function sendAway(
  authorize: Call,
  { url, acquirerRef }: Extract<Verdict, { type: 'redirected' }>,
  answers: string,
  { now }: Context,
): Decided {
  const redirect = redirectTo(url, authorize, now)
  const transId = required(authorize.transId, 'transaction')
  return accept([
    { type: 'payerRedirected', answers, transId, redirect, ...present({ acquirerRef }) },
  ])
}

/** The issuer wants the cardholder: a challenge, then a second authorisation under a new reference. */
function challenge(
  payment: Payment,
  { detail }: Extract<Verdict, { type: 'softDeclined' }>,
  answers: string,
  context: Context,
): Decided {
  const reason = reasonGiven({ rejectCode: 'SCA_REQUIRED', detail })
  const { softDeclined, options, merchant } = payment
  const { moto } = options
  const recurring = merchant.stepUpAsksDevice && options.recurring
  if (!mayStepUp({ softDeclined, moto, recurring }))
    return end({ status: 'rejected', ...reason }, answers)
  if (merchant.stepUpAsksDevice && missing({ ...payment, stepUp: true }) === 'DEVICE')
    return accept([{ type: 'deviceNeeded', stepUp: true, answers }])
  return accept([{ ...stepUp(payment, context), answers }])
}

const endingReason = ({ rejectCode }: Ending): ReversalReason =>
  rejectCode === 'EXPIRED' ? 'EXPIRY' : 'TIMEOUT'

const end = (ending: Ending, answers: string): Decided => accept([{ ...endEvent(ending), answers }])
