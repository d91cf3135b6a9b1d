import type Stripe from 'stripe'
import type { AuthorizeRequest } from '../acquirer.ts'
import { flatForm } from './flat-form.ts'
import type { Params } from './http.ts'
import { present } from '../../domain/present.ts'

/** The card as a payment method; the only request that carries it. */
export function methodParams({ card, cardholder }: AuthorizeRequest): Params {
  const expiry = { exp_month: Number(card.expDate.slice(4)), exp_year: card.expDate.slice(0, 4) }
  const prefix = card.isNetworkToken ? 'card[network_token]' : 'card'
  return {
    type: 'card',
    [`${prefix}[number]`]: card.number,
    [`${prefix}[exp_month]`]: expiry.exp_month,
    [`${prefix}[exp_year]`]: expiry.exp_year,
    ...present({ 'card[cvc]': card.cvv }),
    ...holderParams(cardholder),
  }
}

/** Who pays, where Stripe is to ask the issuer about it. */
function holderParams(cardholder: AuthorizeRequest['cardholder']): Params {
  if (!cardholder) return {}
  const { email, payer } = cardholder
  const { street, city, postal, state, country } = payer?.billing ?? {}
  const address = present({ line1: street, city, postal_code: postal, state, country })
  const billing_details: Stripe.PaymentMethodCreateParams['billing_details'] = {
    ...present({ email, name: payer?.name, phone: payer?.phone }),
    ...(Object.keys(address).length > 0 && { address }),
  }
  return flatForm({ billing_details })
}

/** A payment that is confirmed at once. */
export function intentParams(request: AuthorizeRequest, paymentMethod: string): Params {
  const { reference, kind, amountMinor, currency, merchant } = request
  return {
    amount: amountMinor,
    currency: currency.toLowerCase(),
    payment_method: paymentMethod,
    'payment_method_types[]': 'card',
    confirm: true,
    capture_method: kind === 'PREAUTH' ? 'manual' : 'automatic',
    'metadata[reference]': reference,
    'metadata[merchant]': merchant.merchantId,
    'expand[]': 'latest_charge',
    ...(kind === 'PREAUTH' && {
      [`${options}[request_incremental_authorization]`]: 'if_available',
      [`${options}[request_extended_authorization]`]: 'if_available',
    }),
    ...cardholderParams(request),
    ...proofParams(request),
    ...agreementParams(request),
    ...tokenParams(request),
    ...(request.moto && { [`${options}[moto]`]: true }),
  }
}

const options = 'payment_method_options[card]'

/** What tells an intent whose payer Stripe itself may ask, also in Stripe's messages. */
export const ASKS = { asks: 'payer' } as const

/** Where Stripe may ask the payer it says where to go; else it fails rather than ask. */
function cardholderParams({ cardholder }: AuthorizeRequest): Params {
  const asked: Partial<Stripe.PaymentIntentCreateParams> = cardholder
    ? {
        return_url: cardholder.returnUrl,
        payment_method_options: {
          card: { request_three_d_secure: cardholder.ask === 'always' ? 'challenge' : 'automatic' },
        },
        metadata: ASKS,
      }
    : { error_on_requires_action: true }
  return flatForm(asked)
}

/** The proof of a 3-D Secure that was run elsewhere; without its three parts there is none. */
export function proofParams({
  authentication,
  exemption,
}: Pick<AuthorizeRequest, 'authentication' | 'exemption'>): Params {
  const { cavv, dsTransId, version, eci, aresStatus } = authentication ?? {}
  if (cavv === undefined || dsTransId === undefined || version === undefined) return {}
  const proof = `${options}[three_d_secure]`
  return {
    [`${proof}[cryptogram]`]: cavv,
    [`${proof}[transaction_id]`]: dsTransId,
    [`${proof}[version]`]: version,
    ...present({
      [`${proof}[electronic_commerce_indicator]`]: eci,
      [`${proof}[ares_trans_status]`]: aresStatus,
    }),
    ...(exemption === 'TRANSACTION_RISK' && { [`${proof}[exemption_indicator]`]: 'low_risk' }),
  }
}

function agreementParams({ initiator, networkTransactionId }: AuthorizeRequest): Params {
  if (initiator !== 'MERCHANT') return {}
  return {
    off_session: true,
    ...present({ [`${options}[mit_exemption][network_transaction_id]`]: networkTransactionId }),
  }
}

function tokenParams({ card }: AuthorizeRequest): Params {
  if (!card.isNetworkToken || card.cryptogram === undefined) return {}
  return {
    [`${options}[network_token][cryptogram]`]: card.cryptogram,
    ...present({ [`${options}[network_token][electronic_commerce_indicator]`]: card.eci }),
  }
}
