import { z } from 'zod'
import { AdvanceAnswer, AdvanceRequest } from '../../contract/commands.ts'
import { finished } from '../../domain/payment/deadlines.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { timeOf } from '../../domain/payment/view.ts'
import { accepted } from '../accepted.ts'
import { endpoint } from '../endpoint.ts'
import { metaOf } from '../meta.ts'
import { Refused } from '../refused.ts'
import type { Services } from '../services.ts'

const MAX_WAIT_MS = 20_000

export const advanceClock = endpoint({
  method: 'post',
  path: '/sandbox/:paymentId/advance',
  tag: 'Service',
  summary: "Move a payment's clock forward (sandbox only)",
  description: 'Answers when what fell due has happened, at most after 20 seconds.',
  resource: 'ANY',
  params: z.object({ paymentId: z.string() }),
  body: AdvanceRequest,
  answer: AdvanceAnswer,
  rejects: ['not_found', 'payment_not_found'],
  handle: async (services, request) => {
    if (services.config.environment !== 'sandbox') throw new Refused('not_found')
    const payment = await services.payments.find(request.params.paymentId)
    if (payment?.merchantId !== request.caller.merchantId) throw new Refused('payment_not_found')
    const { seconds } = request.body
    const meta = metaOf(request, services)
    const sent = await services.gateway.send(payment, { name: 'advance', seconds }, meta)
    const isOver = !sent.outcome.accepted && finished(payment)
    const after = isOver ? payment : await arrived(services, accepted(sent).payment)
    const fired = await services.payments.dueSince(payment.id, payment.version)
    return {
      paymentId: payment.id,
      now: timeOf(Date.now() + after.clockOffsetMs),
      fired: fired.filter((name) => name !== 'advanceEnd'),
    }
  },
})

/** The payment once its clock has arrived and what followed from that is done. */
async function arrived({ payments }: Services, payment: Payment): Promise<Payment> {
  const end = Date.now() + MAX_WAIT_MS
  let latest = payment
  while ((latest.advance || latest.calls.length > 0) && Date.now() < end) {
    await payments.waitForChange(payment.id, latest.version, end - Date.now())
    latest = (await payments.find(payment.id)) ?? latest
  }
  return latest
}
