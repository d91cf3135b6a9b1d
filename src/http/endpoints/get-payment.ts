import { PaymentInfo } from '../../contract/reads.ts'
import { paymentInfo } from '../../domain/payment/view.ts'
import { endpoint } from '../endpoint.ts'
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
  handle: (_services, { payment, caller }) => paymentInfo(payment, audienceOf(caller)),
})
