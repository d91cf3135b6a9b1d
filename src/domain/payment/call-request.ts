import type { Call, PaymentCallKind } from '../actor/call.ts'
import type { CallRequest } from '../actor/call-request.ts'
import { merchantForCalls } from '../actor/merchant-facts.ts'
import { present } from '../present.ts'
import type { StoreCardRequest } from '../tokenization/from-payment.ts'
import { callRules } from './operations/index.ts'
import type { Payment } from './payment.ts'

/** What an outside call of a payment needs to know. */
export function callRequestOf(payment: Payment, call: Call): StoreCardRequest {
  const { aboutCharge, asks } = callRules[call.kind as PaymentCallKind]
  return {
    call,
    ownerId: payment.id,
    merchantId: payment.merchantId,
    ...(aboutCharge && whereCharged(payment, call)),
    merchant: merchantForCalls(payment.merchant),
    currency: payment.order.currency,
    kind: kindOf(payment),
    ...present({ instrument: payment.instrument }),
    ...(asks !== 'nothing' && asks(payment)),
  }
}

/** Where the charge went, and under which name it is kept there. */
function whereCharged(payment: Payment, call: Call): Partial<CallRequest> {
  const via = call.via ?? call.about?.via ?? payment.via
  const about = call.about ?? call
  const charge = about.originalReference ?? (call.away && about.reference)
  const acquirerRef =
    call.acquirerRef ??
    payment.transactions.find(({ reference }) => reference === charge)?.acquirerRef
  return {
    ...(via && { via }),
    ...(via && charge && acquirerRef && { originalAcquirerRef: acquirerRef }),
  }
}

const kindOf = ({ options }: Payment): CallRequest['kind'] =>
  options.transKind === 'AUTH' ? 'SALE' : options.transKind
