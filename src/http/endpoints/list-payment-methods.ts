import { MethodList, MethodsQuery } from '../../contract/methods.ts'
import { endpoint } from '../endpoint.ts'
import { methodList, methodsLeft } from '../lookups/offered-methods.ts'

export const listPaymentMethods = endpoint({
  method: 'get',
  path: '/payment/:paymentId/methods',
  tag: 'Payments',
  summary: 'Payment methods that a payment leaves to the payer',
  description: 'With all=true the others follow as INACTIVE.',
  resource: 'PAYMENT',
  client: true,
  subject: 'payment',
  query: MethodsQuery,
  answer: MethodList,
  rejects: [],
  handle: async (services, { caller, payment, query }) =>
    methodList(services, await methodsLeft(services, caller.merchant, payment), {
      ...query,
      accepted: payment.merchant.organizations,
    }),
})
