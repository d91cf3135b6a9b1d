import { TokenizationState } from '../../contract/tokenizer.ts'
import { tokenizationState } from '../../domain/tokenization/view.ts'
import { endpoint } from '../endpoint.ts'
import { audienceOf } from '../commands/send-command.ts'

export const getTokenizationStatus = endpoint({
  method: 'get',
  path: '/tokenizer/:tokenizerId/status',
  tag: 'Tokenization',
  summary: 'Status of a tokenization, without its token',
  resource: 'TOKENIZER',
  client: true,
  clientAfterEnd: true,
  subject: 'tokenizer',
  answer: TokenizationState,
  rejects: [],
  handle: (_services, { tokenization, caller }) =>
    tokenizationState(tokenization, audienceOf(caller)),
})
