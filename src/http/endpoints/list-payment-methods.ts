import { MethodList } from '../../contract/methods.ts'
import { endpoint } from '../endpoint.ts'
import { methodsFor } from '../lookups/offered-methods.ts'

export const listPaymentMethods = endpoint({
  method: 'get',
  path: '/payment/:paymentId/methods',
  tag: 'Payments',
  summary: 'Payment methods that a payment leaves to the payer',
  resource: 'PAYMENT',
  client: true,
  subject: 'payment',
  answer: MethodList,
  rejects: [],
  handle: (services, { caller, payment }) => methodsFor(services, caller, payment),
})
