import type { Payment } from '../payment/payment.ts'
import { present } from '../present.ts'
import { providerOf } from '../settlement/settling-provider.ts'
import type { DisputeNames } from './dispute.ts'

/** What a dispute of this payment is about, which never changes. */
export const disputeNamesOf = (payment: Payment, providerRef: string): DisputeNames => {
  const { via, order, merchantId, agentId, merchant, options, method, instrument } = payment
  const { asyncNotify } = options
  return {
    providerRef,
    provider: merchant.bookedByProvider ? providerOf(payment) : 'acquirer',
    paymentId: payment.id,
    method,
    merchantId,
    currency: order.currency,
    merchant: {
      name: merchant.name,
      notifies: merchant.notifies,
      ...present({ live: merchant.live }),
    },
    ...present({
      via,
      agentId,
      asyncNotify,
      extOrderId: order.extOrderId,
      organization: instrument?.organization,
    }),
  }
}
