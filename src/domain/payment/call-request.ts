import type { Currency } from '../currency.ts'
import type { Instrument } from '../instrument.ts'
import type { CreateTokenization } from '../tokenization/commands.ts'
import { tokenizationOf } from '../tokenization/from-payment.ts'
import type { TokenCustomer } from '../tokenization/tokenization.ts'
import type { Call } from '../actor/call.ts'
import type { Authentication, MerchantFacts, Options, Payment } from './payment.ts'

/** All that an outside call needs to know, and no more: it is stored in the workflow's history. */
export interface CallRequest {
  call: Call
  ownerId: string
  merchantId: string
  merchant: Pick<MerchantFacts, 'name' | 'mcc' | 'country' | 'url' | 'acsNotificationUrl'>
  currency: Currency
  kind: 'SALE' | 'PREAUTH' | 'VERIFY' | 'ACCT_FUNDING'
  instrument?: Instrument
  authentication?: Authentication
  recurring?: Options['recurring']
  networkTransactionId?: string
  funding?: Options['funding']
  browser?: Record<string, string | number | boolean>
  ip?: string
  email?: string
  description?: string
  validUntil?: number
  registerAlias?: Options['registerAlias']
  challengeWindow?: string
  /** Of a card that is stored: whose it is, or what stores it. */
  customer?: TokenCustomer
  tokenization?: CreateTokenization
}

export function callRequestOf(payment: Payment, call: Call): CallRequest {
  const { name, mcc, country, url, acsNotificationUrl } = payment.merchant
  return {
    call,
    ownerId: payment.id,
    merchantId: payment.merchantId,
    merchant: {
      name,
      mcc,
      country,
      ...(url && { url }),
      ...(acsNotificationUrl && { acsNotificationUrl }),
    },
    currency: payment.order.currency,
    kind: kindOf(payment),
    ...(payment.instrument && { instrument: payment.instrument }),
    ...(details[call.kind]?.(payment) ?? {}),
  }
}

const kindOf = ({ options }: Payment): CallRequest['kind'] =>
  options.transKind === 'AUTH' ? 'SALE' : options.transKind

/** What only some calls need. */
const details: Partial<Record<Call['kind'], (payment: Payment) => Partial<CallRequest>>> = {
  authorize: ({ authentication, options }) => ({
    ...(authentication && { authentication }),
    ...(options.recurring && { recurring: options.recurring }),
    ...(options.networkTransactionId && { networkTransactionId: options.networkTransactionId }),
    ...(options.funding && { funding: options.funding }),
  }),
  authenticate: ({ device, customer, options }) => ({
    ...(device?.browser && { browser: device.browser }),
    ...(device?.ip && { ip: device.ip }),
    email: customer.email,
    ...(options.recurring && { recurring: options.recurring }),
  }),
  blikPay: ({ order, options }) => ({
    ...(order.description && { description: order.description }),
    ...(options.registerAlias && { registerAlias: options.registerAlias }),
  }),
  storeCard: (payment) => ({ tokenization: tokenizationOf(payment) }),
  bankStart: ({ order, validUntil }) => ({
    ...(order.description && { description: order.description }),
    validUntil,
  }),
}
