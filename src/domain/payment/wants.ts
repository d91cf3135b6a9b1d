import type { DataRequest } from '../actor/data-request.ts'
import { traitsOf } from '../instrument.ts'
import type { Payment } from './payment.ts'

/** What the payment waits for, if it waits for somebody. */
export function wants(payment: Payment): DataRequest | undefined {
  if (payment.phase === 'gathering') return missing(payment)
  if (payment.phase === 'awaitingDetails') return payment.apps ? 'BLIK_APP' : missing(payment)
  if (payment.phase === 'challenging') return 'CARD_3DS'
  if (payment.phase === 'authorized') return 'CAPTURE'
  return undefined
}

/** What must still be given before processing can start or go on. */
export function missing(payment: Payment): DataRequest | undefined {
  const { instrument } = payment
  if (!instrument) return 'INSTRUMENT'
  if (instrument.tokenUsable === false) return undefined
  if (needsSecret(payment) && !instrument.secretOwner)
    return traitsOf(instrument.type).secret === 'code' ? 'BLIK_CODE' : 'CARD_CVV'
  return needsAuthentication(payment) && !payment.device?.browser ? 'DEVICE' : undefined
}

/**
 * Strong customer authentication is due unless the merchant initiates, a clerk
 * takes the order, or a cryptogram proves it.
 */
export function needsAuthentication(payment: Payment): boolean {
  const { instrument, options } = payment
  if (!instrument || options.recurring === 'SUBSEQUENT' || options.moto) return false
  const { family } = traitsOf(instrument.type)
  return family === 'card' || (family === 'wallet' && instrument.walletAuth === 'PAN_ONLY')
}

function needsSecret({ instrument, options, merchant }: Payment): boolean {
  if (!instrument || options.recurring === 'SUBSEQUENT') return false
  if (instrument.type === 'COF') return merchant.cvvForTokens
  return traitsOf(instrument.type).secret !== undefined
}
