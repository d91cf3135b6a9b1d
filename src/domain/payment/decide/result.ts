import { acceptsOrganization } from '../../actor/merchant-facts.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import type { Decision } from '../../actor/decision.ts'
import { accept } from '../../actor/decision.ts'
import { evolve } from '../evolve.ts'
import type { Call, Outcome } from '../../actor/call.ts'
import type { Event } from '../events.ts'
import type { Verdict } from '../../actor/resolve.ts'
import { resolve } from '../../actor/resolve.ts'
import type { Payment } from '../payment.ts'
import { missing } from '../wants.ts'
import { authenticationAnswer } from './authentication.ts'
import { authorizationUndone, authorizationVerdict } from './authorization.ts'
import type { Context } from '../../actor/context.ts'
import { adjustmentVerdict, captureVerdict, refundVerdict, reversalVerdict } from './follow-up.ts'
import { payerNews } from './payer.ts'
import { startCharge } from './process.ts'
import { routed } from './routing.ts'

/** What came of a call. A call that the payment no longer waits for changes nothing. */
export function result(
  payment: Payment,
  callId: string,
  outcome: Outcome,
  context: Context,
): Decision<Event> {
  const call = payment.calls.find(({ id }) => id === callId)
  if (!call) return accept([])
  switch (call.kind) {
    case 'openWallet':
      return walletAnswer(payment, call, outcome, context)
    case 'route':
      return routed(payment, call, outcome, context)
    case 'authenticate':
      return authenticationAnswer(payment, outcome, context, { answers: call.id })
    case 'blikPay':
    case 'blikInquire':
    case 'blikCancel':
    case 'bankStart':
    case 'bankInquire':
    case 'bankCancel':
      return payerNews(payment, outcome, context, { answers: call.id })
    case 'sendBack':
      return accept([sentBack(call.id, outcome)])
    case 'storeCard':
      return accept([{ type: 'called', answers: call.id }])
    default:
      return operationAnswer(payment, call, outcome, context)
  }
}

/** Under its reference a definite no stays one: asking again would ask for ever. */
const sentBack = (answers: string, outcome: Outcome): Event =>
  outcome.type === 'declined'
    ? { type: 'sendBackRefused', answers, ...reasonGiven(outcome) }
    : { type: 'moneySentBack', answers }

/** An operation at the acquirer goes on until its verdict is certain. */
function operationAnswer(
  payment: Payment,
  call: Call,
  outcome: Outcome,
  context: Context,
): Decision<Event> {
  const step = resolve(call, outcome)
  if ('verdict' in step)
    return verdictOf(payment, call.about ?? call, step.verdict, call.id, context)
  return accept([{ type: followUpEvent(payment, step.next), answers: call.id, call: step.next }])
}

/**
 * An acquirer speaks by itself of a charge whose answer was lost: that is the answer to our question.
 * At any other time its words change nothing: the answer is on its way, or what they are about is being
 * undone, or was long known. They say nothing of the agreement that a first payment makes.
 */
export function acquirerNews(
  payment: Payment,
  reference: string,
  outcome: Outcome,
  context: Context,
): Decision<Event> {
  const inquiry = payment.calls.find(
    ({ kind, about }) =>
      kind === 'inquire' && about?.kind === 'authorize' && about.reference === reference,
  )
  return inquiry && payment.options.recurring !== 'INITIAL'
    ? operationAnswer(payment, inquiry, outcome, context)
    : accept([])
}

function followUpEvent(
  payment: Payment,
  next: Call,
): 'outcomeUnknown' | 'authorizationRepeated' | 'called' {
  if (payment.phase === 'authorizing') return 'outcomeUnknown'
  return payment.phase === 'resolving' && next.kind === 'authorize'
    ? 'authorizationRepeated'
    : 'called'
}

function verdictOf(
  payment: Payment,
  operation: Call,
  verdict: Verdict,
  answers: string,
  context: Context,
): Decision<Event> {
  switch (operation.kind) {
    case 'authorize':
      return authorizationVerdict(payment, operation, verdict, answers, context)
    case 'capture':
      return captureVerdict(payment, operation, verdict, answers, context)
    case 'adjust':
      return adjustmentVerdict(payment, operation, verdict, answers, context)
    case 'refund':
      return operation.refundId === undefined
        ? reversalVerdict(payment, operation, verdict, answers, context)
        : refundVerdict(payment, operation, verdict, answers, context)
    case 'reverse':
      return payment.phase === 'undoing'
        ? authorizationUndone(payment, answers)
        : reversalVerdict(payment, operation, verdict, answers, context)
    default:
      return accept([{ type: 'called', answers }])
  }
}

function walletAnswer(
  payment: Payment,
  call: Call,
  outcome: Outcome,
  context: Context,
): Decision<Event> {
  const answers = call.id
  if (outcome.type !== 'opened' || !payment.instrument)
    return accept([
      outcome.type === 'invalid'
        ? { type: 'rejected', answers, ...invalidToken(outcome) }
        : { type: 'errored', answers, ...systemError(`opening the wallet token: ${outcome.type}`) },
    ])
  const { vaultRef, cardMask, fingerprint, auth, organization } = outcome
  if (!organization || !acceptsOrganization(payment.merchant.organizations, organization))
    return accept([{ type: 'rejected', answers, rejectCode: 'UNSUPPORTED_BIN' }])
  const opened: Event = {
    type: 'walletOpened',
    answers,
    instrument: {
      ...payment.instrument,
      vaultRef,
      cardMask,
      fingerprint,
      organization,
      walletAuth: auth,
    },
  }
  const after = evolve(payment, opened, context.now)
  return accept([
    opened,
    ...(missing(after) ? [{ type: 'deviceNeeded' } as const] : startCharge(after, context)),
  ])
}

const invalidToken = ({ detail }: Extract<Outcome, { type: 'invalid' }>) =>
  reasonGiven({ rejectCode: 'WALLET_TOKEN_INVALID', detail })
