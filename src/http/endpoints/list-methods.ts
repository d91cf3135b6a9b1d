import { MethodList } from '../../contract/methods.ts'
import { endpoint } from '../endpoint.ts'
import { offeredMethods } from '../lookups/offered-methods.ts'

export const listMethods = endpoint({
  method: 'get',
  path: '/payment/methods',
  tag: 'Payments',
  summary: 'Payment methods of the merchant',
  description: 'Merchant and channel come from the token.',
  resource: 'PAYMENT',
  answer: MethodList,
  rejects: [],
  handle: (services, { caller }) => offeredMethods(services, caller),
})
