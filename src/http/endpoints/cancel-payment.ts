import type { z } from 'zod'
import { CommandAnswer } from '../../contract/answers.ts'
import { CancelRequest } from '../../contract/commands.ts'
import { cancelCommand } from '../../domain/payment/cancel-command.ts'
import { present } from '../../domain/present.ts'
import { endpoint } from '../endpoint.ts'
import { sendCommand } from '../commands/send-command.ts'

export const cancelPayment = endpoint({
  method: 'post',
  path: '/payment/:paymentId/cancel',
  tag: 'Payments',
  summary: 'Cancel a payment',
  description:
    'NEW is cancelled at once; a charge in flight is awaited and reversed; a COMPLETED payment is ' +
    'reversed, unless it has a capture or a refund; BLIK and banks give the money back in full, as a ' +
    'transaction REVERSAL, where their provider can. A hold that was captured in part (final: false) ' +
    'gives its rest back and keeps what was captured.',
  resource: 'PAYMENT',
  client: true,
  keyed: true,
  subject: 'payment',
  body: CancelRequest,
  answer: CommandAnswer,
  rejects: [
    'payment_held',
    'payment_not_cancellable',
    'cancel_in_progress',
    'settlement_in_progress',
    'capture_exists',
    'refund_exists',
    'operation_in_progress',
    'payment_disputed',
    'insufficient_refund_balance',
  ],
  handle: (services, request) => {
    const { body, payment, caller } = request
    const wish =
      caller.kind === 'client'
        ? ({ by: 'customer', ...reasonsOf(body) } as const)
        : ({ by: 'merchant', ...reasonsOf(body), releasesRest: true } as const)
    return sendCommand(services, request, cancelCommand(services, payment, wish))
  },
})

/** The transaction has one text: why, and what the merchant has to say about it. */
const reasonsOf = ({ reason, description }: CancelBody) => {
  const text = [reason, description].filter((part) => part !== undefined).join(': ')
  return present({ reason, description: text === '' ? undefined : text })
}

type CancelBody = z.infer<typeof CancelRequest>
