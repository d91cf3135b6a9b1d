import { MethodList, MethodsQuery } from '../../contract/methods.ts'
import { endpoint } from '../endpoint.ts'
import { activatedMethods, methodList } from '../lookups/offered-methods.ts'

export const listMethods = endpoint({
  method: 'get',
  path: '/payment/methods',
  tag: 'Payments',
  summary: 'Payment methods that are activated for the merchant',
  description:
    'Merchant and channel come from the token. With all=true the others follow as INACTIVE.',
  resource: 'PAYMENT',
  query: MethodsQuery,
  answer: MethodList,
  rejects: [],
  handle: async (services, { caller, query }) =>
    methodList(services, await activatedMethods(services, caller), {
      ...query,
      accepted: caller.merchant.settings.organizations,
    }),
})
