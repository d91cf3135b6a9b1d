import { TokenizationRecord } from '../../contract/tokenizer.ts'
import { tokenizationRecord } from '../../domain/tokenization/view.ts'
import { endpoint } from '../endpoint.ts'
import { audienceOf } from '../commands/send-command.ts'

export const getTokenization = endpoint({
  method: 'get',
  path: '/tokenizer/:tokenizerId',
  tag: 'Tokenization',
  summary: 'The token of a tokenization',
  description: 'Keep its number: payments, search and discard take that, not the tokenizerId.',
  resource: 'TOKENIZER',
  client: true,
  subject: 'tokenizer',
  answer: TokenizationRecord,
  rejects: [],
  handle: (_services, { tokenization, caller }) =>
    tokenizationRecord(tokenization, audienceOf(caller)),
})
