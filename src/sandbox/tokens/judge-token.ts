import type { AuthorizeRequest } from '../acquirer/requests.ts'
import type { NetworkTokens } from './network-tokens.ts'

/** Why the acquirer must not take a token: 46 it is not alive, 05 the cryptogram is not its own. */
export function judgeToken(tokens: NetworkTokens) {
  return ({ number, cryptogram }: AuthorizeRequest['card'], byMerchant: boolean) => {
    const token = tokens.byNumber(number)
    if (token && token.status !== 'ACTIVE') return '46'
    if (byMerchant) return undefined
    if (!cryptogram) return '05'
    // A number that we never gave out is a wallet's; its cryptogram was checked with the wallet.
    if (!token || tokens.isIssued(cryptogram, token.instrumentRef)) return undefined
    return '05'
  }
}
