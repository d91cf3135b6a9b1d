import { SearchTokensAnswer, SearchTokensRequest } from '../../contract/tokenizer.ts'
import { tokenRecord } from '../../domain/tokenization/view.ts'
import { endpoint } from '../endpoint.ts'
import { permitOwnMerchant } from '../auth/permit-own-merchant.ts'
import { findTokens } from '../lookups/find-tokens.ts'

export const searchTokens = endpoint({
  method: 'post',
  path: '/tokenizer/search',
  tag: 'Tokenization',
  summary: 'Find tokens by their number, or by the number of the card',
  description:
    "Only tokens of the token's merchant. A card is found by a keyed fingerprint; its number is " +
    'neither stored nor echoed. A discarded token is found by its own number only.',
  resource: 'TOKENIZER',
  body: SearchTokensRequest,
  permit: permitOwnMerchant,
  answer: SearchTokensAnswer,
  rejects: ['wrong_merchant'],
  handle: async (services, { caller, body }) => {
    const tokens = await findTokens(services, caller, body)
    return tokens.map(tokenRecord)
  },
})
