import { RefundRequest } from '../../contract/commands.ts'
import { RefundAnswer } from '../../contract/reads.ts'
import { assert } from '../../domain/assert.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { refundRecord } from '../../domain/payment/view.ts'
import { accepted } from '../commands/accepted.ts'
import { endpoint, reply } from '../endpoint.ts'
import { metaOf } from '../commands/meta.ts'
import { exactMinor } from '../intake/payment-details.ts'

export const refundPayment = endpoint({
  method: 'post',
  path: '/payment/:paymentId/refund',
  tag: 'Payments',
  summary: 'Refund a payment, in whole or in part',
  description:
    'COMPLETED or SETTLED, captured money only, at most what is left of it, covered by the ' +
    'balance. A whole marketplace payment is refunded part by part: the answer is the first ' +
    'record, with all of them as refunds.',
  resource: 'PAYMENT',
  keyed: true,
  subject: 'payment',
  body: RefundRequest,
  answer: RefundAnswer,
  rejects: [
    'subpayment_not_found',
    'subpayment_required',
    'payment_held',
    'operation_in_progress',
    'payment_not_refundable',
    'payment_disputed',
    'refund_window_closed',
    'refund_exceeds_amount',
    'refund_id_reused',
    'insufficient_refund_balance',
  ],
  handle: async (services, request) => {
    const { amount, ...rest } = request.body
    const { currency } = request.payment.order
    const amountMinor = amount === undefined ? undefined : exactMinor(amount, currency, 'amount')
    const given = amountMinor === undefined ? {} : { amountMinor }
    const command = { name: 'refund', ...given, ...rest } as const
    const meta = metaOf(request, services)
    const answer = accepted(await services.gateway.send(request.payment, command, meta))
    const { payment, outcome, replayed } = answer
    return reply(answerOf(payment, outcome.refundIds ?? [outcome.refundId ?? '']), { replayed })
  },
})

function answerOf(payment: Payment, refundIds: string[]) {
  const records = payment.refunds
    .filter(({ refundId }) => refundIds.includes(refundId))
    .map((refund) => refundRecord(payment, refund))
  const [first] = records
  assert(first, 'an accepted refund is on record')
  return records.length > 1 ? { ...first, refunds: records } : first
}
