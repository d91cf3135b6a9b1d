import { BankList } from '../../contract/methods.ts'
import { endpoint } from '../endpoint.ts'

export const listBanks = endpoint({
  method: 'get',
  path: '/payment/methods/PBL',
  tag: 'Payments',
  summary: 'Banks for a bank transfer',
  resource: 'PAYMENT',
  client: true,
  answer: BankList,
  rejects: [],
  handle: ({ banks }, { caller }) =>
    caller.merchant.settings.methods.includes('PBL')
      ? banks({ merchantId: caller.merchant.merchantId, via: caller.merchant.settings.bank })
      : [],
})
