import { CommandAnswer } from '../../contract/answers.ts'
import { PutInstrumentRequest } from '../../contract/instrument-request.ts'
import { completeCommand } from '../commands/complete-command.ts'
import { endpoint } from '../endpoint.ts'
import { sendCommand } from '../commands/send-command.ts'

export const putInstrument = endpoint({
  method: 'put',
  path: '/payment/:paymentId/instrument',
  tag: 'Payments',
  summary: 'Give the instrument of a payment',
  description: 'The instrument flat, or wrapped as { instrument, device }.',
  resource: 'PAYMENT',
  client: true,
  keyed: true,
  subject: 'payment',
  body: PutInstrumentRequest,
  answer: CommandAnswer,
  rejects: ['payment_held', 'payment_not_completable', 'reference_payment_not_usable'],
  handle: async (services, request) => {
    const command = await completeCommand(services, request, request.body, { replace: true })
    return sendCommand(services, request, command, { waitForPayer: true })
  },
})
