import { BinInfo, BinInfoRequest } from '../../contract/card.ts'
import { binInfo } from '../lookups/bin-info.ts'
import { cardNumber } from '../intake/card-number.ts'
import { endpoint } from '../endpoint.ts'

export const getTokenizerBinInfo = endpoint({
  method: 'post',
  path: '/tokenizer/binInfo',
  tag: 'Tokenization',
  summary: 'Organization and 3-D Secure version of a card',
  resource: 'TOKENIZER',
  body: BinInfoRequest,
  answer: BinInfo,
  rejects: [],
  handle: async (services, { caller, body }) => {
    const number = await cardNumber(services, caller, body.instrument)
    return binInfo(services, number, body)
  },
})
