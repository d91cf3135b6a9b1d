import { CommandAnswer } from '../../contract/answers.ts'
import { EmptyRequest } from '../../contract/commands.ts'
import { endpoint } from '../endpoint.ts'
import { payerGrants } from '../commands/payer-grants.ts'
import { sendCommand } from '../commands/send-command.ts'

export const restorePayment = endpoint({
  method: 'post',
  path: '/payment/:paymentId/restore',
  tag: 'Payments',
  summary: 'New link and new CLIENT token for the same payment',
  description:
    'Only in status NEW and on PAYWALL. The old link, its page and its token die; the payer has ' +
    'the whole `validTime` again.',
  resource: 'PAYMENT',
  keyed: true,
  subject: 'payment',
  body: EmptyRequest,
  answer: CommandAnswer,
  rejects: ['payment_held', 'payment_not_restorable'],
  handle: (services, request) =>
    sendCommand(services, request, {
      name: 'restore',
      linkId: services.ids.random(),
      renews: true,
    }),
  minted: (services, { caller }, body) => payerGrants(services, caller, body),
})
