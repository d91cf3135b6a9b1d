import type { Instrument } from '../instrument.ts'
import type { Call } from '../actor/call.ts'
import type { CallRequest } from '../actor/call-request.ts'
import { merchantForCalls } from '../actor/merchant-facts.ts'
import { deviceFacts } from '../actor/device.ts'
import type { Tokenization } from './tokenization.ts'
import { present } from '../present.ts'

/** All that an outside call needs to know, and no more: it is stored in the workflow's history. */
export function callRequestOf(tokenization: Tokenization, call: Call): CallRequest {
  const { authentication, device, customer, options, merchant, challenge, way } = tokenization
  const instrument = instrumentOf(tokenization, call)
  return {
    call,
    ownerId: tokenization.id,
    merchantId: tokenization.merchantId,
    merchant: merchantForCalls(tokenization.merchant),
    currency: tokenization.currency,
    kind: 'VERIFY',
    ...present({ instrument }),
    ...whereChecked(tokenization, call),
    ...(call.kind === 'authorize' && {
      ...present({ authentication }),
      ...present({ moto: options.moto }),
      ...askedWithCheck(tokenization),
    }),
    ...(call.kind === 'inquireAuthentication' && present({ threeds: challenge?.via })),
    ...(call.kind === 'authenticate' && {
      ...present({ threeds: way?.authentication?.threeds ?? merchant.threeds }),
      ...deviceFacts(device),
      ...(customer.email && { email: customer.email }),
    }),
    ...(call.kind === 'assignToken' && { customer }),
  }
}

/** Through which account, and under which name the check is kept there. */
function whereChecked(
  { merchant, way, acquirerRef }: Tokenization,
  { kind, away }: Call,
): Partial<CallRequest> {
  if (kind === 'route') return { method: 'CARD', ...present({ via: merchant.acquirer }) }
  if (kind !== 'authorize' && kind !== 'inquire' && kind !== 'reverse') return {}
  return present({ via: way?.via, originalAcquirerRef: away && way?.via ? acquirerRef : undefined })
}

/** Where the acquirer asks the cardholder with the check: how firmly, and what issuers want to know. */
function askedWithCheck(tokenization: Tokenization): Partial<CallRequest> {
  const { way, options, softDeclined, device, customer } = tokenization
  if (way?.authentication?.by !== 'acquirer' || options.moto) return {}
  return {
    asksCardholder: softDeclined ? 'always' : 'asNeeded',
    ...deviceFacts(device),
    ...present({ email: customer.email }),
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
