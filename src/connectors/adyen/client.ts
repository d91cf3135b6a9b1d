import { createHash } from 'node:crypto'
import type { PaymentDetailsRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentDetailsRequest.js'
import type { PaymentCaptureRequest } from '@adyen/api-library/lib/src/typings/checkout/paymentCaptureRequest.js'
import { present } from '../../domain/present.ts'
import type {
  Acquirer,
  AcquirerOutcome,
  AuthorizeRequest,
  DecidedOutcome,
  Inquiry,
  InquiryOutcome,
} from '../acquirer.ts'
import type { FollowUpRequest } from '../follow-up.ts'
import { segment } from '../http.ts'
import { amountOf } from './amount.ts'
import type { AdyenHttp } from './http.ts'
import { cardOf, chargeOf, outcomeOf } from './mapping.ts'
import { modificationOf, paymentOf, provenPaymentOf } from './objects.ts'
import { paymentParams } from './params.ts'
import { reverse } from './reverse.ts'

export const createClient = (http: AdyenHttp): Acquirer => ({
  async authorize(request, signal) {
    const { reference, amountMinor, currency, cardholder } = request
    const amount = amountOf(amountMinor, currency)
    const refusal = refusalOf(request)
    if (refusal || !amount) return refusal ?? noSuchAmount
    const body = paymentParams(http.merchantAccount, request, amount)
    const post = { path: '/payments', key: reference, body }
    const answer = await http.post(post, paymentOf(reference), signal)
    const card = answer.type === 'answered' ? cardOf(answer.body) : undefined
    const asked = { amountMinor, mayAsk: cardholder !== undefined }
    const outcome = outcomeOf(answer, (payment) => chargeOf(payment, asked))
    return { ...outcome, ...present({ card }) }
  },

  capture: (request, signal) => modify(http, 'captures', request, signal),
  refund: (request, signal) => modify(http, 'refunds', request, signal),
  adjust: () => Promise.resolve(no('holds are not changed')),
  reverse: (request, signal) => reverse(http, request, signal),
  inquire: (inquiry, signal) => inquire(http, inquiry, signal),
  closeSettlement: () => Promise.reject(new Error(noReports)),
  settlementLines: () => Promise.reject(new Error(noReports)),
})

const noReports = 'the account does not say where reports are, and as whom they are read'

const no = (detail: string): DecidedOutcome => ({
  type: 'declined',
  rejectCode: 'NOT_PERMITTED',
  detail,
})

const noSuchAmount: DecidedOutcome = {
  type: 'declined',
  rejectCode: 'INVALID_AMOUNT',
  detail: 'adyen has no equal sum in this currency',
}

/** What this connector does not do: said before anything is sent. */
function refusalOf({ kind, card }: AuthorizeRequest): DecidedOutcome | undefined {
  if (kind === 'ACCT_FUNDING') return no('account funding is not offered by adyen')
  return card.isNetworkToken ? no('network tokens are not offered by adyen') : undefined
}

/**
 * A capture or a refund. Adyen only takes it, and decides later: what was taken counts as done, and a
 * message takes it back when it fails.
 */
async function modify(
  http: AdyenHttp,
  what: 'captures' | 'refunds',
  request: FollowUpRequest,
  signal?: AbortSignal,
): Promise<AcquirerOutcome> {
  const { reference, originalAcquirerRef, amountMinor, currency } = request
  const amount = amountOf(amountMinor, currency)
  if (!amount) return noSuchAmount
  if (!originalAcquirerRef) return unnamed
  const body: PaymentCaptureRequest = { merchantAccount: http.merchantAccount, amount, reference }
  const path = `/payments/${segment(originalAcquirerRef)}/${what}`
  const answer = await http.post({ path, key: reference, body }, modificationOf(reference), signal)
  // A refund of what was captured names the payment, not its capture.
  return outcomeOf(answer, ({ pspReference }) => ({
    type: 'approved',
    acquirerRef: what === 'captures' ? originalAcquirerRef : pspReference,
  }))
}

const unnamed: DecidedOutcome = {
  type: 'declined',
  rejectCode: 'ORIGINAL_NOT_FOUND',
  detail: 'adyen has given no name of the payment',
}

/**
 * Nothing can be looked up at Adyen. A request that goes again under its key is answered as it was the
 * first time: that is how to ask. Of a payer who is away only what the browser brings back can be
 * shown to Adyen, which says whose it is; else a message tells.
 */
async function inquire(
  http: AdyenHttp,
  { reference, amountMinor, away }: Inquiry,
  signal?: AbortSignal,
): Promise<InquiryOutcome> {
  if (!away) return { type: 'notFound', byRepeat: true }
  if (away.proof === undefined) return { type: 'pending' }
  const body: PaymentDetailsRequest = { details: { redirectResult: away.proof } }
  const key = `${reference}-${createHash('sha256').update(away.proof).digest('hex').slice(0, 16)}`
  const post = { path: '/payments/details', key, body }
  const answer = await http.post(post, provenPaymentOf(reference), signal)
  const outcome =
    answer.type === 'answered' ? chargeOf(answer.body, { amountMinor, mayAsk: true }) : undefined
  if (outcome && outcome.type !== 'redirected') return { type: 'found', outcome }
  return { type: 'pending' }
}
