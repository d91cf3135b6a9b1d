import { assert } from '../assert.ts'
import type { Payment } from '../payment/payment.ts'
import type { CreateTokenization } from './commands.ts'

const VALID_TIME_SECONDS = 1800

/** The card of a successful payment is stored on the way; it is proven, so nobody is asked again. */
export function tokenizationOf(payment: Payment): CreateTokenization {
  const { tokenizerId, agentId, instrument, customer, options } = payment
  assert(tokenizerId && instrument, 'a payment that stores its card has one')
  const { secretOwner: _, ...card } = instrument
  const { email, extCustomerId } = customer
  return {
    name: 'create',
    tokenizerId,
    kind: 'COF',
    merchantId: payment.merchantId,
    ...(agentId !== undefined && { agentId }),
    channel: payment.channel,
    merchant: payment.merchant,
    customer: { email, ...(extCustomerId !== undefined && { extCustomerId }) },
    currency: payment.order.currency,
    options: {
      validTime: VALID_TIME_SECONDS,
      ...(options.language && { language: options.language }),
      ...(options.asyncNotify !== undefined && { asyncNotify: options.asyncNotify }),
    },
    instrument: card,
    verifiedBy: payment.id,
  }
}

/** Only a card can be stored; what a wallet or a network lent for one payment cannot. */
export const isStorable = ({ instrument }: Payment): boolean =>
  instrument?.type === 'CARD' || instrument?.type === 'COF'
