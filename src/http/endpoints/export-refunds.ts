import { z } from 'zod'
import { ExportQuery } from '../../contract/lists.ts'
import { csvFile, endpoint } from '../endpoint.ts'
import { refundsCsv } from '../lists/exports.ts'

export const exportRefunds = endpoint({
  method: 'get',
  path: '/refunds.csv',
  tag: 'Self-service',
  summary: 'Refunds of the merchant as a CSV file',
  description:
    'Every refund that was asked for in the time, whatever became of it: refundId, createdAt, ' +
    'updatedAt, status, amount, currency, paymentId, extOrderId, extRefundId, description and rejectCode.',
  resource: 'PAYMENT',
  query: ExportQuery,
  answer: z.string(),
  contentType: 'text/csv',
  rejects: [],
  handle: ({ lists }, { caller: { merchantId, agentId }, query }) =>
    csvFile('refunds', refundsCsv(lists, { merchantId, agentId }, query)),
})
