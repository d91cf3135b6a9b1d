import type Stripe from 'stripe'
import { z } from 'zod'
import { present } from '../../domain/present.ts'
import type { AuthorizeRequest, ChargeOutcome, Inquiry, InquiryOutcome } from '../acquirer.ts'
import { segment } from '../http.ts'
import { findIn, sinceSeconds } from './find.ts'
import type { Found } from './find.ts'
import { flatForm } from './flat-form.ts'
import type { StripeHttp } from './http.ts'
import { authorizationOf, cardOf, outcomeOf } from './mapping.ts'
import { Charge, maybe, NextAction, StripeError, Word } from './objects.ts'
import type { PaymentIntent } from './objects.ts'
import { ASKS, proofParams } from './params.ts'

/** A card is checked, and the cardholder asked where the issuer wants it: nothing is charged or held. */
export async function verify(
  http: StripeHttp,
  request: AuthorizeRequest,
  paymentMethod: string,
  signal?: AbortSignal,
): Promise<ChargeOutcome> {
  const { reference } = request
  const params = setupParams(request, paymentMethod)
  const post = { path: SETUPS, key: reference, params }
  const answer = await http.post(post, setupOf(reference), signal)
  const card = answer.type === 'answered' ? cardOf(answer.body) : undefined
  return { ...outcomeOf(answer, (setup) => authorizationOf(setup)), ...present({ card }) }
}

/** What became of a check: by Stripe's own name of it, else among those made since then. */
export async function inquireSetup(
  http: StripeHttp,
  { reference, originalAcquirerRef, sentAt, away }: Inquiry,
  signal?: AbortSignal,
): Promise<InquiryOutcome> {
  const found =
    away && originalAcquirerRef !== undefined
      ? await getSetup(http, originalAcquirerRef, signal)
      : await findSetup(http, reference, sentAt, signal)
  if (found.type !== 'found') return found
  const outcome = authorizationOf(found.object)
  return outcome ? { type: 'found', outcome } : { type: 'unknown' }
}

const SETUPS = '/v1/setup_intents'

async function getSetup(
  http: StripeHttp,
  id: string,
  signal?: AbortSignal,
): Promise<Found<PaymentIntent>> {
  const same = SetupIntent.refine((setup) => setup.id === id)
  const path = `${SETUPS}/${segment(id)}`
  const answer = await http.get(path, { 'expand[]': 'latest_attempt' }, same, signal)
  return answer.type === 'answered' ? { type: 'found', object: answer.body } : { type: 'unknown' }
}

const findSetup = (
  http: StripeHttp,
  reference: string,
  sentAt: number | undefined,
  signal?: AbortSignal,
): Promise<Found<PaymentIntent>> => {
  const since = sentAt === undefined ? {} : { 'created[gte]': sinceSeconds(sentAt) }
  const query = { limit: 100, 'expand[]': 'data.latest_attempt', ...since }
  const isIt = ({ metadata }: PaymentIntent) => metadata['reference'] === reference
  return findIn(http, { path: SETUPS, query, schema: SetupIntent, isIt }, signal)
}

/** Without a page to send the payer to Stripe answers that it wants one: a soft decline. */
function setupParams(request: AuthorizeRequest, paymentMethod: string) {
  const { reference, merchant, cardholder, moto } = request
  const asked: Stripe.SetupIntentCreateParams = {
    payment_method: paymentMethod,
    confirm: true,
    usage: 'off_session',
    expand: ['latest_attempt'],
    automatic_payment_methods: { enabled: true, ...(!cardholder && { allow_redirects: 'never' }) },
    metadata: { reference, merchant: merchant.merchantId, ...(cardholder && ASKS) },
    ...(cardholder && { return_url: cardholder.returnUrl }),
    payment_method_options: {
      card: {
        ...(cardholder && {
          request_three_d_secure: cardholder.ask === 'always' ? 'challenge' : 'automatic',
        }),
        ...(moto && { moto: true }),
      },
    },
  }
  return { ...flatForm(asked), ...proofParams(request) }
}

/** Read as the payment of nothing that it is. */
export const SetupIntent = z
  .object({
    id: z.string().regex(/^seti_\w{1,200}$/),
    status: Word,
    metadata: z.record(z.string(), z.string()).default({}),
    last_setup_error: maybe(StripeError),
    next_action: NextAction,
    // Not expanded, it is only the attempt's id.
    latest_attempt: maybe(z.union([Charge, z.string().transform(() => undefined)])),
  })
  .transform(({ last_setup_error, latest_attempt, ...setup }): PaymentIntent => ({
    ...setup,
    amount: 0,
    amount_received: 0,
    currency: 'xxx',
    last_payment_error: last_setup_error,
    latest_charge: latest_attempt,
  }))

const setupOf = (reference: string) =>
  SetupIntent.refine(({ metadata }) => metadata['reference'] === reference)
