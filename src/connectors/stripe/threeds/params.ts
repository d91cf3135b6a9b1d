import type Stripe from 'stripe'
import { assert } from '../../../domain/assert.ts'
import { isCurrency } from '../../../domain/currency.ts'
import { present } from '../../../domain/present.ts'
import type { BrowserData } from '../../browser-data.ts'
import type { AuthenticationRequest } from '../../threeds.ts'
import type { Requestor } from '../../requestor.ts'

/** Stripe's own names: a misspelt one does not compile. */
export type CreateParams = Stripe.ThreeDSecure.AuthenticationCreateParams
export type SubmitParams = Stripe.ThreeDSecure.AuthenticationSubmitParams

/** The same request again has the same words, or Stripe would not know it under its key. */
export function createParams(request: AuthenticationRequest, requestor: Requestor): CreateParams {
  const { category, amountMinor, currency, reference, recurring } = request
  assert(isCurrency(currency), `unknown currency ${currency}`)
  const isPayment = category === 'payment'
  return {
    message_category: isPayment ? 'payment_authentication' : 'non_payment_authentication',
    ...(isPayment && { amount: amountMinor, currency: currency.toLowerCase() }),
    payment_method_data: cardOf(request),
    channel: { type: 'browser', browser: browserOf(request.browser ?? {}) },
    ...flowOf(request),
    ...acquirerOf(request, requestor),
    ...(isPayment ? recurring && { future_usage: seriesOf(request) } : cardOnFile),
    ...shippingOf(request),
    metadata: { reference },
    submit: mayFingerprint(request) ? 'if_fingerprinting_not_supported' : 'always',
  }
}

/** Only a page of ours in a browser with scripts can show the issuer's. */
export const mayFingerprint = ({ mayProfile, browser }: AuthenticationRequest): boolean =>
  mayProfile === true && hasScripts(browser ?? {})

const hasScripts = ({ javascriptEnabled = true }: BrowserData): boolean =>
  String(javascriptEnabled) === 'true'

const cardOnFile = { future_usage: { type: 'card_on_file' } } as const

function cardOf({ number, expDate, payer, email }: AuthenticationRequest) {
  const { name, phone, billing } = payer ?? {}
  const billing_details = {
    ...present({ name, email, phone }),
    ...(billing && { address: addressOf(billing) }),
  }
  return {
    type: 'card' as const,
    card: { number, exp_month: Number(expDate.slice(4)), exp_year: Number(expDate.slice(0, 4)) },
    ...(Object.keys(billing_details).length > 0 && { billing_details }),
  }
}

type Place = NonNullable<NonNullable<AuthenticationRequest['payer']>['billing']>

const addressOf = ({ street, city, postal, state, country }: Place) =>
  present({ line1: street, city, postal_code: postal, state, country })

const shippingOf = ({ payer }: AuthenticationRequest): Partial<CreateParams> =>
  payer?.shipping ? { shipping_address: addressOf(payer.shipping) } : {}

type Browser = NonNullable<CreateParams['channel']['browser']>

/** Without JavaScript a browser can tell nothing about its screen, and must not pretend to. */
function browserOf(browser: BrowserData): Browser {
  const numberOf = (value: number | string | undefined) =>
    value === undefined ? undefined : Number(value)
  return {
    accept_header: (browser.acceptHeader ?? '*/*').slice(0, 2048),
    user_agent: (browser.userAgent ?? 'Mozilla/5.0').slice(0, 2048),
    language: browser.language ?? 'en',
    ip_address: browser.ip ?? '0.0.0.0',
    javascript_enabled: hasScripts(browser),
    ...(hasScripts(browser) &&
      present({
        java_enabled: String(browser.javaEnabled) === 'true',
        color_depth: numberOf(browser.colorDepth),
        screen_height: numberOf(browser.screenHeight),
        screen_width: numberOf(browser.screenWidth),
        timezone_offset: numberOf(browser.timezone),
      })),
  }
}

function flowOf(request: AuthenticationRequest): Partial<CreateParams> {
  const { challengeMandated, exemption } = request
  if (challengeMandated)
    return { flow_preference: { type: 'challenge', challenge: { type: 'mandated' } } }
  if (exemption === undefined) return {}
  const type = exemption === 'TRANSACTION_RISK' ? 'low_risk' : 'none'
  return { flow_preference: { type: 'frictionless', frictionless: { type } } }
}

/** Of the acquirer that will authorise; left out when that is Stripe. */
function acquirerOf(
  { merchant }: AuthenticationRequest,
  { acquirer, requestorId }: Requestor,
): Partial<CreateParams> {
  if (!acquirer) return {}
  return {
    acquirer_details: {
      acquirer_bin: acquirer.bin,
      acquirer_merchant_id: acquirer.merchantId,
      acquirer_country: acquirer.country,
      mcc: merchant.mcc,
      merchant_name: merchant.name.slice(0, 40),
      ...present({ requestor_id: requestorId }),
    },
  }
}

function seriesOf(request: AuthenticationRequest): NonNullable<CreateParams['future_usage']> {
  const { expiry, cycleDays } = request.recurring ?? {}
  const date = expiry?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return {
    type: 'recurring',
    recurring: {
      amount: request.amountMinor,
      expiry: date === undefined ? { type: 'never' } : { type: 'date', date },
      interval: 'day',
      interval_count: cycleDays ?? 1,
    },
  }
}
