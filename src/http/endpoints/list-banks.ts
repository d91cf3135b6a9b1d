import { BankList } from '../../contract/methods.ts'
import { endpoint } from '../endpoint.ts'
import { banksOf } from '../lookups/banks-of.ts'

export const listBanks = endpoint({
  method: 'get',
  path: '/payment/methods/PBL',
  tag: 'Payments',
  summary: 'Banks for a bank transfer',
  resource: 'PAYMENT',
  client: true,
  answer: BankList,
  rejects: [],
  handle: (services, { caller }) => {
    const { merchantId, settings } = caller.merchant
    const { methods, bank: via, bankProviders: providers } = settings
    return methods.includes('PBL') ? banksOf(services, { merchantId, via, providers }) : []
  },
})
