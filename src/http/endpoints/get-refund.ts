import { z } from 'zod'
import { RefundRecord } from '../../contract/reads.ts'
import { refundRecord } from '../../domain/payment/view.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'

export const getRefund = endpoint({
  method: 'get',
  path: '/payment/:paymentId/refund/:refundId',
  tag: 'Payments',
  summary: 'One refund',
  resource: 'PAYMENT',
  subject: 'payment',
  params: z.object({ paymentId: z.string(), refundId: z.string() }),
  answer: RefundRecord,
  rejects: ['refund_not_found'],
  handle: (_services, { payment, params }) => {
    const refund = payment.refunds.find(({ refundId }) => refundId === params.refundId)
    if (!refund) throw new Refused('refund_not_found')
    return refundRecord(payment, refund)
  },
})
