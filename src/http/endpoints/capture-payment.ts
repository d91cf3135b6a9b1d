import { CommandAnswer } from '../../contract/answers.ts'
import { CaptureRequest } from '../../contract/commands.ts'
import { endpoint } from '../endpoint.ts'
import { exactMinor } from '../intake/payment-details.ts'
import { Refused } from '../refused.ts'
import { sendCommand } from '../commands/send-command.ts'

export const capturePayment = endpoint({
  method: 'post',
  path: '/payment/:paymentId/capture',
  tag: 'Payments',
  summary: 'Capture a preauthorization',
  description:
    'At most the preauthorized amount; the rest of the hold is released. Once, unless merchant and acquirer allow ' +
    'several captures: then `final: false` keeps the rest for more.',
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
    'several_captures_not_allowed',
  ],
  handle: (services, request) => {
    const { amount, final = true, ...rest } = request.body
    const { order, via } = request.payment
    if (!final && !services.takesSeveralCaptures(via))
      throw new Refused('several_captures_not_allowed')
    const { currency } = order
    const amountMinor = amount === undefined ? undefined : exactMinor(amount, currency, 'amount')
    const given = amountMinor === undefined ? {} : { amountMinor }
    const command = { name: 'capture', ...given, ...rest } as const
    return sendCommand(services, request, final ? command : { ...command, keepsRest: true })
  },
})
