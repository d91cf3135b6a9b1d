import { BinInfo, BinInfoRequest } from '../../contract/card.ts'
import { binInfo } from '../lookups/bin-info.ts'
import { knownNumber } from '../intake/card-number.ts'
import { endpoint } from '../endpoint.ts'

export const getBinInfo = endpoint({
  method: 'post',
  path: '/payment/binInfo',
  tag: 'Payments',
  summary: 'Organization and 3-D Secure version of a card',
  description: "A card, a stored one, or a network's token by its instrumentRef.",
  resource: 'PAYMENT',
  body: BinInfoRequest,
  answer: BinInfo,
  rejects: [],
  handle: async (services, { caller, body }) => {
    const number = await knownNumber(services, caller, body.instrument)
    const { merchantId, merchant } = caller
    const account = { merchantId, threeds: merchant.settings.threeds }
    return binInfo(services, account, number, body)
  },
})
