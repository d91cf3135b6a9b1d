import { accept } from '../../actor/decision.ts'
import { present } from '../../present.ts'
import type { TokenizationCommandOf } from '../commands.ts'
import type { Decide } from './context.ts'

/** The network or another tokenization says how the token stands; what ended never comes back. */
export const tokenState: Decide<TokenizationCommandOf<'tokenState'>> = (
  { phase, token, tokenSaidAt = 0 },
  { status, saidAt, told },
) => {
  // What changes nothing is written down for its time alone: what was said before it comes too late.
  if (phase !== 'stored' || (token?.status === status && !told)) return accept([])
  if (saidAt !== undefined && saidAt < tokenSaidAt) return accept([])
  if (status === 'DISCARDED') return accept([{ type: 'discardingStarted' }, { type: 'discarded' }])
  return accept([{ type: 'tokenStateChanged', status, ...present({ saidAt, told }) }])
}

/** The card behind the token has a new expiry, and perhaps a new number. */
export const renew: Decide<TokenizationCommandOf<'renew'>> = (
  { phase, token, tokenRenewedAt = 0 },
  { expDate, lastFour, saidAt },
) => {
  if (phase !== 'stored' || !token || saidAt < tokenRenewedAt) return accept([])
  const cardMask = token.cardMask.slice(0, -lastFour.length) + lastFour
  // Our own number stands for the very card that we keep: another number is another card, and the
  // customer may have given us the new expiry long ago.
  if (token.type === 'COF' && (cardMask !== token.cardMask || expDate <= token.expDate))
    return accept([])
  return accept([{ type: 'tokenRenewed', expDate, cardMask, saidAt }])
}
