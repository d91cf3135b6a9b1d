import { z } from 'zod'
import { TransactionRecord } from '../../contract/reads.ts'
import { transactionRecords } from '../../domain/payment/view.ts'
import { endpoint } from '../endpoint.ts'

export const listTransactions = endpoint({
  method: 'get',
  path: '/payment/:paymentId/transactions',
  tag: 'Payments',
  summary: 'Transactions of a payment, oldest first',
  resource: 'PAYMENT',
  subject: 'payment',
  answer: z.array(TransactionRecord),
  rejects: [],
  handle: (_services, { payment }) => transactionRecords(payment),
})
