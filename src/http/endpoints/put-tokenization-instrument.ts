import { PutInstrumentRequest } from '../../contract/instrument-request.ts'
import { TokenizationAnswer } from '../../contract/tokenizer.ts'
import { completeTokenizationCommand } from '../commands/complete-tokenization-command.ts'
import { endpoint } from '../endpoint.ts'
import { sendTokenizationCommand } from '../commands/send-tokenization-command.ts'

export const putTokenizationInstrument = endpoint({
  method: 'put',
  path: '/tokenizer/:tokenizerId/instrument',
  tag: 'Tokenization',
  summary: 'Give the card of a tokenization',
  description: 'The card flat, or wrapped as { instrument, device }.',
  resource: 'TOKENIZER',
  client: true,
  keyed: true,
  subject: 'tokenizer',
  body: PutInstrumentRequest,
  answer: TokenizationAnswer,
  rejects: ['payment_held', 'tokenizer_not_completable'],
  handle: async (services, request) => {
    const { tokenization, body } = request
    const command = await completeTokenizationCommand(services, tokenization, body, {
      replace: true,
    })
    return sendTokenizationCommand(services, request, command, { waitForPayer: true })
  },
})
