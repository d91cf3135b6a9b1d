import { z } from 'zod'
import { PaymentsExport } from '../../contract/lists.ts'
import { csvFile, endpoint } from '../endpoint.ts'
import { paymentsCsv } from '../lists/exports.ts'

export const exportPayments = endpoint({
  method: 'get',
  path: '/payments.csv',
  tag: 'Self-service',
  summary: 'Payments of the merchant as a CSV file',
  description:
    'All that the filters of `GET /payments` mean, in one file of any length: paymentId, createdAt, ' +
    'updatedAt, status, method, card, amount, currency, captured, refunded, extOrderId, description, ' +
    'linkId and rejectCode. No cell is a formula to a spreadsheet.',
  resource: 'PAYMENT',
  query: PaymentsExport,
  answer: z.string(),
  contentType: 'text/csv',
  rejects: [],
  handle: ({ lists }, { caller: { merchantId, agentId }, query }) => {
    const { order, ...filter } = query
    return csvFile('payments', paymentsCsv(lists, { ...filter, merchantId, agentId }, order))
  },
})
