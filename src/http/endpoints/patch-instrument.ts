import { CommandAnswer } from '../../contract/answers.ts'
import { PatchInstrumentRequest } from '../../contract/instrument-request.ts'
import { completeCommand } from '../commands/complete-command.ts'
import { endpoint } from '../endpoint.ts'
import { sendCommand } from '../commands/send-command.ts'

export const patchInstrument = endpoint({
  method: 'patch',
  path: '/payment/:paymentId/instrument',
  tag: 'Payments',
  summary: 'Send single attributes of the instrument',
  description: 'For example { "cvv": "123" }, { "app": "1002" } or { "code": "777123" }.',
  resource: 'PAYMENT',
  client: true,
  keyed: true,
  subject: 'payment',
  body: PatchInstrumentRequest,
  answer: CommandAnswer,
  rejects: ['payment_held', 'payment_not_completable', 'reference_payment_not_usable'],
  handle: async (services, request) => {
    const command = await completeCommand(services, request, request.body, { replace: false })
    return sendCommand(services, request, command, { waitForPayer: true })
  },
})
