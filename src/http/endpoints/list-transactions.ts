import { z } from 'zod'
import { TransactionRecord } from '../../contract/reads.ts'
import { transactionRecords } from '../../domain/payment/view.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { endpoint } from '../endpoint.ts'
import type { Services } from '../services.ts'

export const listTransactions = endpoint({
  method: 'get',
  path: '/payment/:paymentId/transactions',
  tag: 'Payments',
  summary: 'Transactions of a payment, oldest first',
  resource: 'PAYMENT',
  subject: 'payment',
  answer: z.array(TransactionRecord),
  rejects: [],
  handle: async ({ settlements }, { payment }) =>
    transactionRecords(payment, await costsOf(settlements, payment)),
})

/** A merchant's own account costs the merchant; what providers of the installation keep is ours. */
async function costsOf(
  settlements: Services['settlements'],
  { merchantId, transactions }: Payment,
): Promise<ReadonlyMap<string, number>> {
  if (transactions.every(({ via }) => via === undefined)) return new Map()
  const references = transactions.flatMap(({ reference }) => reference ?? [])
  return settlements.costs(merchantId, references)
}
