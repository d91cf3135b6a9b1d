import { CommandAnswer } from '../../contract/answers.ts'
import { CaptureRequest } from '../../contract/commands.ts'
import { endpoint } from '../endpoint.ts'
import { exactMinor } from '../intake/payment-details.ts'
import { sendCommand } from '../commands/send-command.ts'

export const capturePayment = endpoint({
  method: 'post',
  path: '/payment/:paymentId/capture',
  tag: 'Payments',
  summary: 'Capture a preauthorization',
  description: 'Once, at most the preauthorized amount; the rest of the hold is released.',
  resource: 'PAYMENT',
  keyed: true,
  subject: 'payment',
  body: CaptureRequest,
  answer: CommandAnswer,
  rejects: [
    'payment_held',
    'capture_exists',
    'payment_not_capturable',
    'operation_in_progress',
    'capture_exceeds_preauthorized',
  ],
  handle: (services, request) => {
    const { amount, ...rest } = request.body
    const { currency } = request.payment.order
    const amountMinor = amount === undefined ? undefined : exactMinor(amount, currency, 'amount')
    const given = amountMinor === undefined ? {} : { amountMinor }
    return sendCommand(services, request, { name: 'capture', ...given, ...rest })
  },
})
