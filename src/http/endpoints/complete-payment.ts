import { CommandAnswer } from '../../contract/answers.ts'
import { CompletePaymentRequest } from '../../contract/payment.ts'
import { completeCommand } from '../commands/complete-command.ts'
import { endpoint } from '../endpoint.ts'
import { sendCommand } from '../commands/send-command.ts'

export const completePayment = endpoint({
  method: 'patch',
  path: '/payment/:paymentId',
  tag: 'Payments',
  summary: 'Complete instrument, device or customer data',
  resource: 'PAYMENT',
  client: true,
  keyed: true,
  subject: 'payment',
  body: CompletePaymentRequest,
  answer: CommandAnswer,
  rejects: ['payment_held', 'payment_not_completable', 'reference_payment_not_usable'],
  handle: async (services, request) => {
    const command = await completeCommand(services, request, request.body, { replace: false })
    return sendCommand(services, request, command, { waitForPayer: true })
  },
})
