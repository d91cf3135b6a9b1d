import { segment } from '../http.ts'
import type {
  Acquirer,
  AcquirerOutcome,
  AuthorizeRequest,
  DecidedOutcome,
  Inquiry,
  InquiryOutcome,
} from '../acquirer.ts'
import type { FollowUpRequest } from '../follow-up.ts'
import { present } from '../../domain/present.ts'
import { createDisputeDesk } from './dispute-desk.ts'
import { findIntent, findRefund } from './find.ts'
import type { Found } from './find.ts'
import type { StripeHttp } from './http.ts'
import { changeOf, authorizationOf, cardOf, outcomeOf, refundOutcomeOf } from './mapping.ts'
import { paymentIntentOf, PaymentMethod, refundOf, samePaymentIntent } from './objects.ts'
import type { PaymentIntent } from './objects.ts'
import { intentParams, methodParams } from './params.ts'
import { wholeBatches } from '../whole-batches.ts'
import { reverse } from './reverse.ts'
import { inquireSetup, verify } from './setup.ts'
import { payoutLines, payoutsSince } from './payout.ts'

/** What the provider has enabled for an account. */
export interface StripeGates {
  networkTokens: boolean
  schemeTransactionIds: boolean
}

export const createClient = (http: StripeHttp, gates: StripeGates): Acquirer => ({
  async authorize(request, signal) {
    const refusal = refusalOf(request, gates)
    if (refusal) return refusal
    const method = await http.post(
      {
        path: '/v1/payment_methods',
        key: `${request.reference}-pm`,
        params: methodParams(request),
      },
      PaymentMethod,
      signal,
    )
    if (method.type !== 'answered') {
      // No charge can come of a card that was only described: the same reference may go again.
      const outcome = outcomeOf(method, () => undefined)
      return outcome.type === 'unknown' ? { type: 'unknown', because: 'serverError' } : outcome
    }
    if (request.kind === 'VERIFY') return verify(http, request, method.body.id, signal)
    const params = intentParams(request, method.body.id)
    const post = { path: '/v1/payment_intents', key: request.reference, params }
    const answer = await http.post(post, paymentIntentOf(request.reference), signal)
    const card = answer.type === 'answered' ? cardOf(answer.body) : undefined
    const outcome = outcomeOf(answer, (intent) => authorizationOf(intent, request.amountMinor))
    return { ...outcome, ...present({ card }) }
  },

  capture: (request, signal) =>
    change(http, 'capture', request, { amount_to_capture: request.amountMinor }, signal),

  adjust: (request, signal) =>
    change(http, 'increment_authorization', request, { amount: request.amountMinor }, signal),

  async refund(request, signal) {
    const found = await chargeOf(http, request, signal)
    if (found.type !== 'found') return missing(found)
    const { reference, amountMinor } = request
    const params = {
      payment_intent: found.object,
      amount: amountMinor,
      'metadata[reference]': reference,
    }
    const post = { path: '/v1/refunds', key: reference, params }
    const answer = await http.post(post, refundOf(reference), signal)
    return outcomeOf(answer, (refund) => refundOutcomeOf(refund, amountMinor))
  },

  reverse: (request, signal) => reverse(http, request, signal),
  inquire: (inquiry, signal) => inquire(http, inquiry, signal),
  disputes: createDisputeDesk(http),
  closedBatches: (since, signal) => payoutsSince(http, since, signal),
  ...wholeBatches((payout, signal) => payoutLines(http, payout, signal)),
})

/** What this connector does not do, or the account may not: said before anything is sent. */
function refusalOf(
  { kind, card, networkTransactionId }: AuthorizeRequest,
  gates: StripeGates,
): DecidedOutcome | undefined {
  const no = (detail: string): DecidedOutcome => ({
    type: 'declined',
    rejectCode: 'NOT_PERMITTED',
    detail,
  })
  if (kind === 'ACCT_FUNDING') return no(`${kind} is not offered by stripe`)
  if (card.isNetworkToken && !gates.networkTokens) return no('network tokens are not enabled')
  if (networkTransactionId !== undefined && !gates.schemeTransactionIds)
    return no('scheme transaction ids are not enabled')
  return undefined
}

const names = { capture: 'capture', increment_authorization: 'adjust' } as const

/** A change of a held payment; who changed it last is written on the payment, to be asked for. */
async function change(
  http: StripeHttp,
  action: keyof typeof names,
  request: FollowUpRequest,
  amount: Record<string, number>,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const found = await chargeOf(http, request, signal)
  if (found.type !== 'found') return missing(found)
  const id = found.object
  const mark = { [`metadata[${names[action]}]`]: request.reference }
  const params = { ...amount, ...mark, 'expand[]': 'latest_charge' }
  const path = `/v1/payment_intents/${segment(id)}/${action}`
  const answer = await http.post(
    { path, key: request.reference, params },
    samePaymentIntent(id),
    signal,
  )
  return outcomeOf(answer, (intent) =>
    isDone(intent, action) ? changeOf(intent, names[action], request.amountMinor) : undefined,
  )
}

const isDone = ({ status }: PaymentIntent, action: keyof typeof names): boolean =>
  status === (action === 'capture' ? 'succeeded' : 'requires_capture')

/** The payment under Stripe's own name, which is known but for charges whose answer was lost. */
async function chargeOf(
  http: StripeHttp,
  { originalReference: reference, originalAcquirerRef }: FollowUpRequest,
  signal?: AbortSignal,
): Promise<Found<string>> {
  if (originalAcquirerRef) return { type: 'found', object: originalAcquirerRef }
  const found = await findIntent(http, { reference }, signal)
  return found.type === 'found' ? { type: 'found', object: found.object.id } : found
}

const missing = ({ type }: Exclude<Found<unknown>, { type: 'found' }>): AcquirerOutcome =>
  type === 'notFound'
    ? { type: 'declined', rejectCode: 'ORIGINAL_NOT_FOUND', detail: 'no such payment' }
    : // Nothing was changed: only a question was asked.
      { type: 'notSent' }

async function inquire(
  http: StripeHttp,
  inquiry: Inquiry,
  signal?: AbortSignal,
): Promise<InquiryOutcome> {
  if (inquiry.verifies) return inquireSetup(http, inquiry, signal)
  const { reference, operation = 'authorize', originalAcquirerRef } = inquiry
  const { sentAt, amountMinor, away } = inquiry
  if (operation === 'refund') {
    const found = await findRefund(http, reference, originalAcquirerRef ?? '', signal)
    return found.type === 'found'
      ? { ...found, outcome: refundOutcomeOf(found.object, amountMinor) }
      : found
  }
  const isCharge = operation === 'authorize'
  const acquirerRef = isCharge && !away ? undefined : originalAcquirerRef
  const found = await findIntent(http, { reference, acquirerRef, sentAt }, signal)
  if (found.type !== 'found') return found
  if (!isCharge && found.object.metadata[operation] !== reference) return { type: 'notFound' }
  if (away && found.object.status === 'requires_payment_method')
    return failed(http, found.object, reference, signal)
  const outcome =
    operation === 'authorize'
      ? authorizationOf(found.object, amountMinor)
      : changeOf(found.object, operation, amountMinor)
  return outcome ? { type: 'found', outcome } : { type: 'unknown' }
}

/**
 * The payer was away with the intent's client secret, and could confirm it once more with another
 * card: what has failed is called so when it is cancelled as well.
 */
async function failed(
  http: StripeHttp,
  intent: PaymentIntent,
  reference: string,
  signal?: AbortSignal,
): Promise<InquiryOutcome> {
  const path = `/v1/payment_intents/${segment(intent.id)}/cancel`
  const params = { cancellation_reason: 'abandoned' }
  const post = { path, key: `${reference}-failed`, params }
  const answer = await http.post(post, samePaymentIntent(intent.id), signal)
  const isOver = answer.type === 'answered' && answer.body.status === 'canceled'
  const outcome = isOver ? authorizationOf(intent) : undefined
  return outcome ? { type: 'found', outcome } : { type: 'unknown' }
}
