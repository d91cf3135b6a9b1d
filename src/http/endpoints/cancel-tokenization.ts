import { EmptyRequest } from '../../contract/commands.ts'
import { TokenizationAnswer } from '../../contract/tokenizer.ts'
import { endpoint } from '../endpoint.ts'
import { sendTokenizationCommand } from '../commands/send-tokenization-command.ts'

export const cancelTokenization = endpoint({
  method: 'post',
  path: '/tokenizer/:tokenizerId/cancel',
  tag: 'Tokenization',
  summary: 'Cancel a tokenization',
  description:
    'NEW and PENDING only. While a network is making a token the answer is still PENDING: the ' +
    'token is discarded first.',
  resource: 'TOKENIZER',
  client: true,
  keyed: true,
  subject: 'tokenizer',
  body: EmptyRequest,
  answer: TokenizationAnswer,
  rejects: ['payment_held', 'tokenizer_not_cancellable', 'cancel_in_progress'],
  handle: (services, request) => {
    const by = request.caller.kind === 'client' ? 'customer' : 'merchant'
    return sendTokenizationCommand(services, request, { name: 'cancel', by })
  },
})
