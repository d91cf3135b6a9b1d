import { ConvertTokensAnswer, ConvertTokensRequest } from '../../contract/tokenizer.ts'
import { convertStoredCards } from '../commands/convert-stored-cards.ts'
import { endpoint } from '../endpoint.ts'

export const convertTokens = endpoint({
  method: 'post',
  path: '/tokenizer/convert',
  tag: 'Tokenization',
  summary: 'Make network tokens of stored cards',
  description:
    'The stored cards stay. Repeating the request, also after it was cut off, starts nothing a ' +
    'second time. A conversion that takes longer is PENDING: read it by its tokenizerId.',
  resource: 'TOKENIZER',
  keyed: true,
  body: ConvertTokensRequest,
  answer: ConvertTokensAnswer,
  rejects: [],
  handle: (services, request) => {
    const numbers = request.body.tokens.map(({ instrumentNo }) => instrumentNo)
    return convertStoredCards(services, request, [...new Set(numbers)])
  },
})
