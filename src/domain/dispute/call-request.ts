import type { Call } from '../actor/call.ts'
import type { CallRequest } from '../actor/call-request.ts'
import { present } from '../present.ts'
import type { Dispute } from './dispute.ts'

/** All that an outside call needs to know, and no more: it is stored in the workflow's history. */
export const callRequestOf = (dispute: Dispute, call: Call): CallRequest => {
  const { id, merchantId, merchant, currency, via, providerRef, evidence } = dispute
  return {
    call,
    ownerId: id,
    merchantId,
    merchant: { name: merchant.name, mcc: '', country: '' },
    currency,
    kind: 'SALE',
    ...present({ via }),
    dispute: { providerRef, ...(call.kind === 'disputeSubmit' && { evidence }) },
  }
}
