import type { AuthorizeRequest } from '../acquirer/requests.ts'
import { numericCurrency } from '../currencies.ts'
import type { Authentications } from './authentications.ts'
import { makeCavv } from './cavv.ts'

/** Whether the proof that came with an authorisation is for this card and covers this amount. */
export function judgeAuthentication(authentications: Authentications, threedsKey: string) {
  return ({ authentication, card, amountMinor, currency }: AuthorizeRequest) => {
    if (!authentication) return 'none'
    const { cavv, dsTransId = '', transStatus = '' } = authentication
    if (!cavv) return ['Y', 'A'].includes(transStatus) ? 'forged' : 'none'
    const proven = authentications.byDirectory(dsTransId)
    if (!proven || makeCavv(threedsKey, proven, card.number) !== cavv) return 'forged'
    const isOtherCurrency = numericCurrency(currency) !== proven.purchaseCurrency
    if (amountMinor > proven.amountMinor || (amountMinor > 0 && isOtherCurrency)) return 'forged'
    return proven.result ? 'challenged' : 'frictionless'
  }
}
