import type { Call } from '../actor/call.ts'
import type { CallRequest } from '../actor/call-request.ts'
import { toldMerchant } from '../actor/merchant-facts.ts'
import { present } from '../present.ts'
import { deviceFacts } from '../actor/device.ts'
import { claimedExemption } from '../actor/sca-policy.ts'
import type { StoreCardRequest } from '../tokenization/from-payment.ts'
import { tokenizationOf } from '../tokenization/from-payment.ts'
import type { Payment } from './payment.ts'
import { failedAttempts } from './payment.ts'

/** What an outside call of a payment needs to know. */
export function callRequestOf(payment: Payment, call: Call): StoreCardRequest {
  return {
    call,
    ownerId: payment.id,
    merchantId: payment.merchantId,
    ...(chargeCalls.has(call.kind) && whereCharged(payment, call)),
    merchant: toldMerchant(payment.merchant),
    currency: payment.order.currency,
    kind: kindOf(payment),
    ...present({ instrument: payment.instrument }),
    ...(details[call.kind]?.(payment) ?? {}),
  }
}

/** Calls about a charge, whoever made it. */
const chargeCalls: ReadonlySet<Call['kind']> = new Set<Call['kind']>([
  'authorize',
  'capture',
  'adjust',
  'refund',
  'reverse',
  'inquire',
  'blikPay',
  'blikInquire',
  'blikCancel',
  'bankStart',
  'bankInquire',
  'bankCancel',
  'sendBack',
])

/** Where the charge went, and under which name it is kept there. */
function whereCharged(payment: Payment, call: Call): Partial<CallRequest> {
  const via = call.via ?? call.about?.via ?? payment.via
  const charge = (call.about ?? call).originalReference
  const acquirerRef =
    call.acquirerRef ??
    payment.transactions.find(({ reference }) => reference === charge)?.acquirerRef
  return {
    ...(via && { via }),
    ...(via && charge && acquirerRef && { originalAcquirerRef: acquirerRef }),
  }
}

function claimed(
  options: Payment['options'],
  asked: Parameters<typeof claimedExemption>[1],
): Pick<CallRequest, 'exemption'> {
  const exemption = claimedExemption(options.exemption, asked)
  return exemption ? { exemption } : {}
}

const agreementOf = ({ recurringExpDate, recurringCycleDays }: Payment['options']) => ({
  ...(recurringExpDate && { recurringExpDate }),
  ...(recurringCycleDays && { recurringCycleDays }),
})

/** What the merchant has said of the payer beyond the address of the mail. */
function payerOf(customer: Payment['customer'], { shipping }: Payment['order']) {
  const { name, phone, accountNo, extCustomerId, billing, history } = customer
  const customerId = accountNo ?? extCustomerId
  const payer = present({ name, phone, customerId, billing, shipping, history })
  return Object.keys(payer).length > 0 ? { payer } : {}
}

const kindOf = ({ options }: Payment): CallRequest['kind'] =>
  options.transKind === 'AUTH' ? 'SALE' : options.transKind

/** The accounts at which this charge has come to nothing. */
function triedBefore(payment: Pick<Payment, 'transactions'>): Pick<CallRequest, 'tried'> {
  const tried = failedAttempts(payment).map(({ via }) => via)
  return tried.length > 0 ? { tried } : {}
}

/** What only some calls need. */
const details: Partial<Record<Call['kind'], (payment: Payment) => Partial<StoreCardRequest>>> = {
  authorize: ({ authentication, softDeclined, options, transactions }) => ({
    ...triedBefore({ transactions }),
    ...present({ authentication }),
    ...claimed(options, { softDeclined, challenged: authentication?.challenged }),
    ...(options.recurring && { recurring: options.recurring }),
    ...(options.networkTransactionId && { networkTransactionId: options.networkTransactionId }),
    ...present({ funding: options.funding }),
    ...(options.moto && { moto: true }),
  }),
  route: (payment) => ({
    method: payment.method,
    ...triedBefore(payment),
    ...(payment.options.recurring && { recurring: payment.options.recurring }),
    ...(payment.options.networkTransactionId && {
      networkTransactionId: payment.options.networkTransactionId,
    }),
  }),
  authenticate: ({ device, customer, order, options, softDeclined }) => ({
    ...claimed(options, { softDeclined }),
    ...agreementOf(options),
    ...payerOf(customer, order),
    ...deviceFacts(device),
    email: customer.email,
    ...(options.recurring && { recurring: options.recurring }),
  }),
  blikPay: ({ order, options, via, customer }) => ({
    ...(via && { email: customer.email }),
    ...(order.description && { description: order.description }),
    ...present({ registerAlias: options.registerAlias }),
    ...(options.registerAlias && agreementOf(options)),
  }),
  sendBack: () => ({ mayBeRefused: true }),
  storeCard: (payment) => ({ tokenization: tokenizationOf(payment) }),
  bankStart: ({ order, validUntil, via, customer }) => ({
    ...(via && { email: customer.email }),
    ...(order.description && { description: order.description }),
    validUntil,
  }),
}
