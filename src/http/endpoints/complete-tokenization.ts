import { CompleteTokenizationRequest, TokenizationAnswer } from '../../contract/tokenizer.ts'
import { completeTokenizationCommand } from '../commands/complete-tokenization-command.ts'
import { endpoint } from '../endpoint.ts'
import { sendTokenizationCommand } from '../commands/send-tokenization-command.ts'

export const completeTokenization = endpoint({
  method: 'patch',
  path: '/tokenizer/:tokenizerId',
  tag: 'Tokenization',
  summary: 'Complete the card or the device of a tokenization',
  resource: 'TOKENIZER',
  client: true,
  keyed: true,
  subject: 'tokenizer',
  body: CompleteTokenizationRequest,
  answer: TokenizationAnswer,
  rejects: ['payment_held', 'tokenizer_not_completable'],
  handle: async (services, request) => {
    const { tokenization, body } = request
    const command = await completeTokenizationCommand(services, tokenization, body, {
      replace: false,
    })
    return sendTokenizationCommand(services, request, command, { waitForPayer: true })
  },
})
