import { CommandAnswer } from '../../contract/answers.ts'
import { EmptyRequest } from '../../contract/commands.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import { createAnswer } from '../../domain/payment/view.ts'
import { accepted } from '../commands/accepted.ts'
import { actorOf } from '../auth/caller.ts'
import { endpoint } from '../endpoint.ts'
import { payerGrants } from '../commands/payer-grants.ts'
import { Refused } from '../refused.ts'
import { retryCommand } from '../commands/retry-command.ts'
import type { Services } from '../services.ts'

export const retryPayment = endpoint({
  method: 'post',
  path: '/payment/:paymentId/retry',
  tag: 'Payments',
  summary: 'Register a new payment from a failed one',
  description: 'One new payment per failed one, however often it is called.',
  resource: 'PAYMENT',
  keyed: true,
  subject: 'payment',
  body: EmptyRequest,
  answer: CommandAnswer,
  rejects: ['payment_not_retryable', 'order_already_paid'],
  handle: async (services, { payment: parent, caller, requestId }) => {
    const { publicUrl } = services.config.server
    const paymentId = services.ids.keyed('retry', parent.id)
    const child = await services.payments.find(paymentId)
    if (child) return createAnswer(child, { publicUrl })
    await checkRetryable(services, parent)
    const command = retryCommand(services, caller, parent, paymentId)
    // The id is fixed, so a late start does no harm: it carries no time after which it must not be.
    const meta = { commandId: paymentId, actor: actorOf(caller), requestId }
    const { payment } = accepted(await services.gateway.create(command, meta))
    return createAnswer(payment, { publicUrl })
  },
  minted: (services, { caller }, body) => payerGrants(services, caller, body),
})

async function checkRetryable({ payments }: Services, parent: Payment): Promise<void> {
  const paymentStatus = statusOfPhase[parent.phase]
  if (!['REJECTED', 'CANCELLED', 'ERROR'].includes(paymentStatus))
    throw new Refused('payment_not_retryable', { paymentStatus })
  const { extOrderId } = parent.order
  if (extOrderId !== undefined && (await payments.isOrderPaid(parent.merchantId, extOrderId)))
    throw new Refused('order_already_paid', { paymentStatus })
}
