import type { Dispute } from '../domain/dispute/dispute.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { formatMoney } from '../domain/money.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import {
  disputeAttributes,
  searchAttributes,
  tokenizationAttributes,
} from '../../workflows/search-attributes.ts'
import type { Revival } from './actors.ts'

/** How a payment goes on from what stands. */
export const paymentRevival = (payment: Payment): Revival => ({
  workflow: 'payment',
  prefix: 'pay',
  id: payment.id,
  state: payment,
  summary: paymentSummary(payment),
  attributes: searchAttributes(payment),
})

/** `PLN 99.99 · CARD VISA · Sandbox Shop`; a payer on the page has not said yet what they pay with. */
export const paymentSummary = ({ order, method, instrument, merchant }: Summarized): string => {
  const means = [method, instrument?.organization].filter(Boolean).join(' ')
  return `${formatMoney(order.amountMinor, order.currency)} · ${means} · ${merchant.name}`
}

type Summarized = Pick<Payment, 'order' | 'method' | 'merchant' | 'instrument'>

export const tokenizationRevival = (tokenization: Tokenization): Revival => ({
  workflow: 'tokenization',
  prefix: 'tok',
  id: tokenization.id,
  state: tokenization,
  summary: tokenizationSummary(tokenization),
  attributes: tokenizationAttributes(tokenization),
})

export const tokenizationSummary = ({
  kind,
  merchant,
}: Pick<Tokenization, 'kind' | 'merchant'>): string => `${kind} token · ${merchant.name}`

export const disputeRevival = (dispute: Dispute): Revival => ({
  workflow: 'dispute',
  prefix: 'dispute',
  id: dispute.id,
  state: dispute,
  summary: disputeSummary(dispute),
  attributes: disputeAttributes(dispute),
})

/** `dispute dp_1 of PAYMENT at acquirer · Sandbox Shop`: operators look for the provider's own name. */
export const disputeSummary = ({
  providerRef,
  provider,
  paymentId,
  merchant,
}: Pick<Dispute, 'providerRef' | 'provider' | 'paymentId' | 'merchant'>): string =>
  `dispute ${providerRef} of ${paymentId} at ${provider} · ${merchant.name}`
