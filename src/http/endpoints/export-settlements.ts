import { z } from 'zod'
import { ExportQuery } from '../../contract/lists.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { csvFile, endpoint } from '../endpoint.ts'
import { settlementsCsv } from '../lists/exports.ts'

export const exportSettlements = endpoint({
  method: 'get',
  path: '/settlements.csv',
  tag: 'Self-service',
  summary: 'Settlements of the merchant as a CSV file',
  description:
    'One line for each batch and currency: settlementId, provider, date, currency, gross, refunds, ' +
    'fees, net and lines. The lines of one are `GET /settlements/{settlementId}.csv`.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  query: ExportQuery,
  answer: z.string(),
  contentType: 'text/csv',
  rejects: [],
  handle: ({ settlements }, { caller, query }) =>
    csvFile('settlements', settlementsCsv(settlements, caller.merchantId, query)),
})
