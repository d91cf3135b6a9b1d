import { CreateTokenizationRequest, TokenizationAnswer } from '../../contract/tokenizer.ts'
import { createTokenizationCommand } from '../commands/create-tokenization-command.ts'
import { endpoint } from '../endpoint.ts'
import { metaOf } from '../commands/meta.ts'
import { permitOwnMerchant } from '../auth/permit-own-merchant.ts'
import { tokenizationReply } from '../commands/send-tokenization-command.ts'
import type { Uses } from '../services.ts'
import { tokenizationClientToken } from '../auth/tokenization-client-token.ts'

export const createTokenization = endpoint({
  method: 'post',
  path: '/tokenizer',
  tag: 'Tokenization',
  summary: 'Store a card',
  description:
    'The card is verified first: 3-D Secure, then an authorisation of zero. COF gives a number of ' +
    'our own, one per card and customer; NETWORK a token of the card network. The card may come ' +
    'at once or in steps.',
  resource: 'TOKENIZER',
  keyed: true,
  body: CreateTokenizationRequest,
  permit: permitOwnMerchant,
  answer: TokenizationAnswer,
  rejects: ['wrong_merchant', 'agent_without_agreement'],
  handle: async (services, request) => {
    const meta = metaOf(request, services, { waitForPayer: true })
    const tokenizerId = tokenizerIdOf(services, request.idempotencyKey, meta.commandId)
    const { caller, body } = request
    const command = await createTokenizationCommand(services, caller, tokenizerId, body)
    const sent = await services.gateway.createTokenization(command, meta)
    return tokenizationReply(services, request, sent)
  },
  minted: (services, { caller }, { tokenizerId }) =>
    tokenizationClientToken(services, caller, String(tokenizerId)),
})

/** Under a key the same request makes the same id, whichever process gets it. */
const tokenizerIdOf = ({ ids }: Uses<'ids'>, key: string | undefined, commandId: string): string =>
  key === undefined ? ids.random() : ids.keyed('tokenizer', commandId)
