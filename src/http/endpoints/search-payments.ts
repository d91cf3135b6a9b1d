import { SearchAnswer, SearchRequest } from '../../contract/commands.ts'
import { endpoint } from '../endpoint.ts'
import { permitOwnMerchant } from '../auth/permit-own-merchant.ts'

export const searchPayments = endpoint({
  method: 'post',
  path: '/payment/search',
  tag: 'Payments',
  summary: "Find payments by the merchant's own order id",
  description: "Only payments of the token's merchant; at most 100, without an order the newest.",
  resource: 'PAYMENT',
  body: SearchRequest,
  permit: permitOwnMerchant,
  answer: SearchAnswer,
  rejects: ['wrong_merchant'],
  handle: ({ payments }, { caller, body }) => {
    const { merchantId } = caller
    const agentId = caller.agentId ?? body.agent?.merchantId
    return payments.search(merchantId, agentId, body.extOrderId)
  },
})
