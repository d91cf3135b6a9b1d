import type { Instrument } from '../instrument.ts'
import type { Call } from '../actor/call.ts'
import type { CallRequest } from '../actor/call-request.ts'
import { toldMerchant } from '../actor/merchant-facts.ts'
import { deviceFacts } from '../actor/device.ts'
import type { Tokenization } from './tokenization.ts'
import { present } from '../present.ts'

/** All that an outside call needs to know, and no more: it is stored in the workflow's history. */
export function callRequestOf(tokenization: Tokenization, call: Call): CallRequest {
  const { authentication, device, customer, options, merchant, challenge } = tokenization
  const instrument = instrumentOf(tokenization, call)
  return {
    call,
    ownerId: tokenization.id,
    merchantId: tokenization.merchantId,
    merchant: toldMerchant(tokenization.merchant),
    currency: tokenization.currency,
    kind: 'VERIFY',
    ...present({ instrument }),
    ...(call.kind === 'authorize' && {
      ...present({ authentication }),
      ...(options.moto && { moto: options.moto }),
    }),
    ...(call.kind === 'inquireAuthentication' && present({ threeds: challenge?.via })),
    ...(call.kind === 'authenticate' && {
      ...present({ threeds: merchant.threeds }),
      ...deviceFacts(device),
      ...(customer.email && { email: customer.email }),
    }),
    ...(call.kind === 'assignToken' && { customer }),
  }
}

/** What is discarded is the token; every other call is about the card. */
function instrumentOf(
  { instrument, token, unwanted }: Tokenization,
  { kind }: Call,
): Instrument | undefined {
  if (kind !== 'discardToken') return instrument
  const { type, instrumentRef } = token ?? unwanted ?? {}
  return type && { type, ...present({ instrumentRef }) }
}
