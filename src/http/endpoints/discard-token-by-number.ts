import { DiscardTokenRequest, TokenizationAnswer } from '../../contract/tokenizer.ts'
import { discardToken } from '../commands/discard-token.ts'
import { endpoint } from '../endpoint.ts'
import { findToken } from '../lookups/find-token.ts'
import { Refused } from '../refused.ts'

export const discardTokenByNumber = endpoint({
  method: 'post',
  path: '/tokenizer/discard',
  tag: 'Tokenization',
  summary: 'Discard a token by its number',
  description: 'The card is erased for good. Discarding again gives the same answer.',
  resource: 'TOKENIZER',
  keyed: true,
  body: DiscardTokenRequest,
  answer: TokenizationAnswer,
  rejects: ['token_not_found', 'payment_held'],
  handle: async (services, request) => {
    const token = await findToken(services, request.caller, request.body)
    const tokenization = token && (await services.tokenizations.find(token.tokenizerId))
    if (!tokenization) throw new Refused('token_not_found')
    return discardToken(services, { ...request, tokenization })
  },
})
