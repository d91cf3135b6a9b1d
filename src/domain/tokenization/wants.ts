import type { DataRequest } from '../actor/data-request.ts'
import { isKnownToIssuers } from '../actor/device.ts'
import type { Tokenization } from './tokenization.ts'
import { isProven } from './tokenization.ts'

/** What the tokenization waits for, if it waits for somebody. */
export function wants(tokenization: Tokenization): DataRequest | undefined {
  const { phase } = tokenization
  if (phase === 'gathering' || phase === 'awaitingDetails') return missing(tokenization)
  return phase === 'challenging' || phase === 'redirected' ? 'CARD_3DS' : undefined
}

/** What must still be given before the card can be verified. */
export function missing(tokenization: Tokenization): DataRequest | undefined {
  const { instrument, device, options } = tokenization
  if (!instrument) return 'INSTRUMENT'
  if (isProven(tokenization)) return undefined
  if (!instrument.secretOwner) return 'CARD_CVV'
  return options.moto || isKnownToIssuers(device) ? undefined : 'DEVICE'
}

/** True while the cardholder's next step is still being found out. */
export const inMotion = ({ phase, way }: Tokenization): boolean =>
  phase === 'authenticating' ||
  phase === 'routing' ||
  (phase === 'verifying' && way?.authentication?.by === 'acquirer')
