import { z } from 'zod'
import { ExportQuery } from '../../contract/lists.ts'
import { csvFile, endpoint } from '../endpoint.ts'
import { disputesCsv } from '../lists/disputes-csv.ts'

export const exportDisputes = endpoint({
  method: 'get',
  path: '/disputes.csv',
  tag: 'Self-service',
  summary: 'Disputes of the merchant as a CSV file',
  description:
    'Every dispute that was heard of in the time: disputeId, createdAt, updatedAt, stage, status, reason, ' +
    'networkReason, amount, currency, withdrawn, fees, dueBy, paymentId, extOrderId and method.',
  resource: 'PAYMENT',
  query: ExportQuery,
  answer: z.string(),
  contentType: 'text/csv',
  rejects: [],
  handle: ({ disputes }, { caller: { merchantId, agentId }, query }) =>
    csvFile('disputes', disputesCsv(disputes, { merchantId, agentId }, query)),
})
