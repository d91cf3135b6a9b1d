import { segment } from '../http.ts'
import type { AcquirerOutcome, ReverseRequest } from '../acquirer.ts'
import { findIntent, findRefund } from './find.ts'
import type { Found } from './find.ts'
import type { StripeHttp } from './http.ts'
import { outcomeOf, refundOutcomeOf } from './mapping.ts'
import { PaymentIntent, refundOf, samePaymentIntent } from './objects.ts'

/**
 * Undoes an operation. One whose outcome nobody knows is closed first: its idempotency key is claimed
 * by a harmless request, after which Stripe refuses whatever still comes under that key. Only a key
 * that was taken already has something behind it to look for.
 */
export async function reverse(
  http: StripeHttp,
  request: ReverseRequest,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const { undoes, originalReference, originalAcquirerRef: acquirerRef, sentAt } = request
  // The check of a card holds nothing: there is nothing to give back.
  if (request.verifies) return { type: 'approved' }
  if (undoes !== undefined) {
    const claim = await claimKey(http, request, signal)
    if (claim !== 'taken') return claim
    if (undoes !== 'authorize') return undoFollowUp(http, request, signal)
  }
  const where = { reference: originalReference, acquirerRef, sentAt }
  return undoCharge(http, request, await findIntent(http, where, signal), signal)
}

/** A payment that is never confirmed charges nobody; it exists to hold the key. */
async function claimKey(
  http: StripeHttp,
  { originalReference, amountMinor, currency }: ReverseRequest,
  signal?: AbortSignal,
): Promise<AcquirerOutcome | 'taken'> {
  const params = {
    amount: Math.max(1, amountMinor),
    currency: currency.toLowerCase(),
    'payment_method_types[]': 'card',
    'metadata[closes]': originalReference,
  }
  const claim = PaymentIntent.refine(({ metadata }) => metadata['closes'] === originalReference)
  const post = { path: '/v1/payment_intents', key: originalReference, params }
  const answer = await http.post(post, claim, signal)
  if (answer.type === 'refused' && answer.error.type === 'idempotency_error') return 'taken'
  return outcomeOf(answer, () => ({ type: 'approved' }))
}

/** What became of a capture, a raised hold or a refund that was not known. */
async function undoFollowUp(
  http: StripeHttp,
  request: ReverseRequest,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const { undoes, originalReference, originalAcquirerRef = '' } = request
  if (undoes === 'refund') {
    const found = await findRefund(http, originalReference, originalAcquirerRef, signal)
    // Money that went back stays there; whoever asks again finds it done.
    return found.type === 'notFound' ? { type: 'approved' } : unknown
  }
  const where = { reference: originalReference, acquirerRef: originalAcquirerRef }
  const found = await findIntent(http, where, signal)
  if (found.type !== 'found') return unknown
  // A hold that was raised is only an upper bound: nothing is charged by it.
  const captured = undoes === 'capture' && found.object.metadata['capture'] === originalReference
  return captured ? giveBack(http, request, found.object, signal) : { type: 'approved' }
}

async function undoCharge(
  http: StripeHttp,
  request: ReverseRequest,
  found: Found<PaymentIntent>,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  // A taken key without a payment may be a failure that Stripe still completes: ask again.
  if (found.type !== 'found') return unknown
  const { status } = found.object
  if (status === 'canceled') return { type: 'approved' }
  if (status === 'processing') return unknown
  if (status !== 'succeeded') return cancel(http, request, found.object, signal)
  // The rest of a captured hold was released with the capture.
  if (request.reason === 'REMAINDER') return { type: 'approved' }
  return giveBack(http, request, found.object, signal)
}

async function cancel(
  http: StripeHttp,
  { reference, reason }: ReverseRequest,
  { id }: PaymentIntent,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const answer = await http.post(
    {
      path: `/v1/payment_intents/${segment(id)}/cancel`,
      // Of its own: a cancel that came too late is kept under its key, and a refund follows it.
      key: `${reference}-cancel`,
      params: { cancellation_reason: reason === 'CANCEL' ? 'requested_by_customer' : 'abandoned' },
    },
    samePaymentIntent(id),
    signal,
  )
  return outcomeOf(answer, ({ status }) =>
    status === 'canceled' ? { type: 'approved' } : undefined,
  )
}

/** What was captured cannot be cancelled any more, only refunded. */
async function giveBack(
  http: StripeHttp,
  { reference }: ReverseRequest,
  { id, amount_received, latest_charge }: PaymentIntent,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const restMinor = amount_received - (latest_charge?.amount_refunded ?? 0)
  if (restMinor <= 0) return { type: 'approved' }
  const params = {
    payment_intent: id,
    amount: restMinor,
    'metadata[reference]': reference,
    'metadata[operation]': 'reverse',
  }
  const post = { path: '/v1/refunds', key: reference, params }
  return outcomeOf(await http.post(post, refundOf(reference), signal), refundOutcomeOf)
}

const unknown: AcquirerOutcome = { type: 'unknown', because: 'noAnswer' }
