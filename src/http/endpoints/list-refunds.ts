import { z } from 'zod'
import { RefundRecord } from '../../contract/reads.ts'
import { refundRecords } from '../../domain/payment/view.ts'
import { endpoint } from '../endpoint.ts'

export const listRefunds = endpoint({
  method: 'get',
  path: '/payment/:paymentId/refunds',
  tag: 'Payments',
  summary: 'Refunds of a payment, oldest first',
  resource: 'PAYMENT',
  subject: 'payment',
  answer: z.array(RefundRecord),
  rejects: [],
  handle: (_services, { payment }) => refundRecords(payment),
})
