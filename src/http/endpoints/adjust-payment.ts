import { CommandAnswer } from '../../contract/answers.ts'
import { AdjustmentRequest } from '../../contract/commands.ts'
import { endpoint } from '../endpoint.ts'
import { exactMinor } from '../intake/payment-details.ts'
import { sendCommand } from '../commands/send-command.ts'

export const adjustPayment = endpoint({
  method: 'post',
  path: '/payment/:paymentId/adjustment',
  tag: 'Payments',
  summary: 'Change the preauthorized amount',
  description:
    'The amount is the new total: up is an incremental authorisation, down a partial reversal. ' +
    'When the acquirer refuses, the transaction is REJECTED and the amount stays.',
  resource: 'PAYMENT',
  keyed: true,
  subject: 'payment',
  body: AdjustmentRequest,
  answer: CommandAnswer,
  rejects: [
    'payment_held',
    'capture_exists',
    'payment_not_adjustable',
    'operation_in_progress',
    'adjustment_changes_nothing',
  ],
  handle: (services, request) => {
    const { amount, ...rest } = request.body
    const amountMinor = exactMinor(amount, request.payment.order.currency, 'amount')
    return sendCommand(services, request, { name: 'adjust', amountMinor, ...rest })
  },
})
