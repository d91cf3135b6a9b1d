import { EmptyRequest } from '../../contract/commands.ts'
import { TokenizationAnswer } from '../../contract/tokenizer.ts'
import { discardToken } from '../commands/discard-token.ts'
import { endpoint } from '../endpoint.ts'

export const discardTokenization = endpoint({
  method: 'post',
  path: '/tokenizer/:tokenizerId/discard',
  tag: 'Tokenization',
  summary: 'Discard the token of a tokenization',
  description: 'The card is erased for good. Discarding again gives the same answer.',
  resource: 'TOKENIZER',
  keyed: true,
  subject: 'tokenizer',
  body: EmptyRequest,
  answer: TokenizationAnswer,
  rejects: ['payment_held', 'tokenizer_not_discardable'],
  handle: discardToken,
})
