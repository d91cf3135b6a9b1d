import type { PaymentReversalRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentReversalRequest.js'
import type { StandalonePaymentCancelRequest } from '@adyen/api-library/lib/src/typings/checkout/standalonePaymentCancelRequest.js'
import type { z } from 'zod'
import type { AcquirerOutcome, ReverseRequest } from '../acquirer.ts'
import { segment } from '../http.ts'
import type { AdyenAnswer, AdyenHttp, Post } from './http.ts'
import { outcomeOf } from './mapping.ts'
import { modificationOf, paymentOf } from './objects.ts'
import type { Payment } from './objects.ts'

/**
 * Undoes an operation. One whose outcome or name nobody knows is closed first: its idempotency key is
 * claimed by a request that Adyen refuses, after which it answers whatever still comes under that key
 * in the same way. A key that was taken already gives the first answer instead.
 */
export async function reverse(
  http: AdyenHttp,
  request: ReverseRequest,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const { undoes, reason, originalAcquirerRef } = request
  // The check of a card holds nothing: there is nothing to give back.
  if (request.verifies) return { type: 'approved' }
  if (undoes === 'capture' || undoes === 'refund' || undoes === 'adjust')
    return undoFollowUp(http, undoes, request, signal)
  // The rest of a captured hold was released with the capture.
  if (reason === 'REMAINDER') return { type: 'approved' }
  if (originalAcquirerRef && undoes === undefined)
    return giveBack(http, request, originalAcquirerRef, signal)
  const first = await claimCharge(http, request, signal)
  if (first.type === 'unanswered') return first.outcome
  return first.payment?.pspReference !== undefined
    ? giveBack(http, request, first.payment.pspReference, signal)
    : cancelByReference(http, request, signal)
}

type Claimed =
  | { type: 'claimed'; payment?: Payment }
  | { type: 'unanswered'; outcome: AcquirerOutcome }

/** A card without a number charges nobody; the request exists to hold the key. */
async function claimCharge(
  http: AdyenHttp,
  { originalReference, currency }: ReverseRequest,
  signal?: AbortSignal,
): Promise<Claimed> {
  const body = {
    merchantAccount: http.merchantAccount,
    amount: { value: 0, currency },
    reference: originalReference,
    paymentMethod: { type: 'scheme' },
    returnUrl: 'https://return.invalid/',
  }
  const post = { path: '/payments', key: originalReference, body }
  const answer = await claim(http, post, paymentOf(originalReference), signal)
  if (answer.type === 'answered') return { type: 'claimed', payment: answer.body }
  return isClaimed(answer) ? { type: 'claimed' } : unanswered(answer)
}

/** What became of a capture or a refund that was not known; nothing is asked for, so nothing is done. */
async function undoFollowUp(
  http: AdyenHttp,
  undoes: 'capture' | 'refund' | 'adjust',
  request: ReverseRequest,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const { originalReference, originalAcquirerRef } = request
  if (undoes === 'adjust' || !originalAcquirerRef) return { type: 'approved' }
  const path = `/payments/${segment(originalAcquirerRef)}/${undoes}s`
  const body = { merchantAccount: http.merchantAccount, reference: originalReference }
  const post = { path, key: originalReference, body }
  const answer = await claim(http, post, modificationOf(originalReference), signal)
  if (isClaimed(answer)) return { type: 'approved' }
  if (answer.type !== 'answered') return unanswered(answer).outcome
  // Money that went back stays there; whoever asks again finds it done.
  if (undoes === 'refund') return { type: 'unknown', because: 'noAnswer' }
  return giveBack(http, request, originalAcquirerRef, signal)
}

const claim = <T>(
  http: AdyenHttp,
  post: Post,
  schema: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<AdyenAnswer<T>> => http.post(post, schema, signal)

/** Adyen has found fault with the request itself, be it ours or the first one: nothing was done under the key. */
const isClaimed = (answer: AdyenAnswer<unknown>): boolean =>
  answer.type === 'refused' && (answer.status === 400 || answer.status === 422)

const unanswered = (
  answer: AdyenAnswer<unknown>,
): { type: 'unanswered'; outcome: AcquirerOutcome } => ({
  type: 'unanswered',
  outcome: outcomeOf<unknown>(answer, () => undefined),
})

/** Adyen cancels what is held and refunds what was captured, whichever it finds. */
async function giveBack(
  http: AdyenHttp,
  { reference }: ReverseRequest,
  pspReference: string,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const body: PaymentReversalRequest = { merchantAccount: http.merchantAccount, reference }
  const post = { path: `/payments/${segment(pspReference)}/reversals`, key: reference, body }
  return taken(await http.post(post, modificationOf(reference), signal))
}

/** Of a payment that Adyen has named to nobody: by our own name of it. */
async function cancelByReference(
  http: AdyenHttp,
  { reference, originalReference: paymentReference }: ReverseRequest,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const { merchantAccount } = http
  const body: StandalonePaymentCancelRequest = { merchantAccount, paymentReference, reference }
  const post = { path: '/cancels', key: reference, body }
  return taken(await http.post(post, modificationOf(reference), signal))
}

const taken = (answer: AdyenAnswer<{ pspReference: string }>): AcquirerOutcome =>
  outcomeOf(answer, ({ pspReference }) => ({ type: 'approved', acquirerRef: pspReference }))
