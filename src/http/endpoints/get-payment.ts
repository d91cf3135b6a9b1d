import { PaymentInfo } from '../../contract/reads.ts'
import { paymentInfo } from '../../domain/payment/view.ts'
import { endpoint } from '../endpoint.ts'
import { disputesOf } from '../lists/dispute-view.ts'
import { audienceOf } from '../commands/send-command.ts'

export const getPayment = endpoint({
  method: 'get',
  path: '/payment/:paymentId',
  tag: 'Payments',
  summary: 'Basic information about a payment',
  description: 'Never sensitive data: a card is shown by its first six and last four digits.',
  resource: 'PAYMENT',
  client: true,
  subject: 'payment',
  answer: PaymentInfo,
  rejects: [],
  handle: async (services, { payment, caller }) => ({
    ...paymentInfo(payment, audienceOf(caller)),
    // What happens to the money afterwards is between the merchant and its bank.
    ...(caller.kind === 'merchant' && (await disputesOf(services, [payment]))(payment)),
  }),
})
