import type { DataRequest } from '../actor/data-request.ts'
import { isKnownToIssuers } from '../actor/device.ts'
import { isAuthenticationDue } from '../actor/sca-policy.ts'
import { traitsOf } from '../instrument.ts'
import type { Payment } from './payment.ts'

/** What the payment waits for, if it waits for somebody. */
export function wants(payment: Payment): DataRequest | undefined {
  if (payment.phase === 'gathering') return missing(payment)
  if (payment.phase === 'awaitingDetails')
    return payment.apps ? 'BLIK_APP' : (missing(payment) ?? secretOf(payment))
  if (payment.phase === 'challenging' || payment.phase === 'redirected') return 'CARD_3DS'
  if (payment.phase === 'authorized') return 'CAPTURE'
  return undefined
}

/** What must still be given before processing can start or go on. */
export function missing(payment: Payment): DataRequest | undefined {
  const { instrument } = payment
  if (!instrument) return 'INSTRUMENT'
  if (instrument.tokenUsable === false) return undefined
  if (needsSecret(payment) && !instrument.secretOwner) return secretOf(payment)
  const asksPayer = payment.stepUp ?? needsAuthentication(payment)
  return asksPayer && !isKnownToIssuers(payment.device) ? 'DEVICE' : undefined
}

/** A secret that nobody had to give was given all the same, and is asked for again once it is lost. */
const secretOf = ({ instrument }: Payment): DataRequest =>
  instrument && traitsOf(instrument.type).secret === 'code' ? 'BLIK_CODE' : 'CARD_CVV'

export function needsAuthentication({ instrument, options }: Payment): boolean {
  if (!instrument) return false
  const { recurring, moto, authenticate } = options
  const { walletAuth } = instrument
  const { family } = traitsOf(instrument.type)
  return isAuthenticationDue({ family, walletAuth, recurring, moto, authenticate })
}

function needsSecret({ instrument, options, merchant }: Payment): boolean {
  if (!instrument || options.recurring === 'SUBSEQUENT') return false
  if (instrument.type === 'COF') return merchant.cvvForTokens
  return traitsOf(instrument.type).secret !== undefined
}
