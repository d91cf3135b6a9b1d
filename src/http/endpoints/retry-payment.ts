import { CommandAnswer } from '../../contract/answers.ts'
import { EmptyRequest } from '../../contract/commands.ts'
import { createAnswer } from '../../domain/payment/view.ts'
import { endpoint } from '../endpoint.ts'
import { payerGrants } from '../commands/payer-grants.ts'
import { retryPayment as retry } from '../commands/retry-payment.ts'

export const retryPayment = endpoint({
  method: 'post',
  path: '/payment/:paymentId/retry',
  tag: 'Payments',
  summary: 'Register a new payment from a failed one',
  description:
    'The open or paid new payment of a failed one, however often it is called; when that has failed ' +
    'too, another new one. When the payer has tried again on the page already, it is that one.',
  resource: 'PAYMENT',
  keyed: true,
  subject: 'payment',
  body: EmptyRequest,
  answer: CommandAnswer,
  rejects: ['payment_not_retryable', 'order_already_paid', 'link_used'],
  handle: async (services, { payment: parent, caller, requestId }) => {
    const { publicUrl } = services.config.server
    return createAnswer(await retry(services, { parent, caller, requestId }), { publicUrl })
  },
  minted: (services, { caller }, body) => payerGrants(services, caller, body),
})
