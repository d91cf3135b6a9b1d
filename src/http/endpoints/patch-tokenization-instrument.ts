import { PatchInstrumentRequest } from '../../contract/instrument-request.ts'
import { TokenizationAnswer } from '../../contract/tokenizer.ts'
import { completeTokenizationCommand } from '../commands/complete-tokenization-command.ts'
import { endpoint } from '../endpoint.ts'
import { sendTokenizationCommand } from '../commands/send-tokenization-command.ts'

export const patchTokenizationInstrument = endpoint({
  method: 'patch',
  path: '/tokenizer/:tokenizerId/instrument',
  tag: 'Tokenization',
  summary: 'Send single attributes of the card',
  description: 'For example { "cvv": "123" }.',
  resource: 'TOKENIZER',
  client: true,
  keyed: true,
  subject: 'tokenizer',
  body: PatchInstrumentRequest,
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
