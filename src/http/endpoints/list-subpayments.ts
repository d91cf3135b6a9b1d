import { z } from 'zod'
import { SubpaymentRecord } from '../../contract/reads.ts'
import { subpaymentRecords } from '../../domain/payment/view.ts'
import { endpoint } from '../endpoint.ts'

export const listSubpayments = endpoint({
  method: 'get',
  path: '/payment/:paymentId/subpayments',
  tag: 'Payments',
  summary: 'Parts of a marketplace payment',
  description: 'Empty for any other payment.',
  resource: 'PAYMENT',
  subject: 'payment',
  answer: z.array(SubpaymentRecord),
  rejects: [],
  handle: (_services, { payment }) => subpaymentRecords(payment),
})
