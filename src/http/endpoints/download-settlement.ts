import { z } from 'zod'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { Download, endpoint } from '../endpoint.ts'
import { findSettlement, settlementCsv } from '../lists/settlement-view.ts'

export const downloadSettlement = endpoint({
  method: 'get',
  path: '/settlements/:settlementId.csv',
  tag: 'Self-service',
  summary: 'The lines of a settlement as a CSV file',
  description:
    'One line for each sale, capture and refund, in the order of the report: line, kind, paymentId, ' +
    'reference, extOrderId, amount (refunds are negative), currency and fee. The amounts less the fees add ' +
    'up to the net.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: z.string(),
  contentType: 'text/csv',
  rejects: ['settlement_not_found'],
  handle: async (services, { caller, params }) => {
    const settlement = await findSettlement(services, caller, params['settlementId'])
    const name = `settlement-${settlement.settledAt.toISOString().slice(0, 10)}-${settlement.currency}`
    return new Download(settlementCsv(services.settlements, settlement), {
      contentType: 'text/csv;charset=utf-8',
      name: `${name}.csv`,
    })
  },
})
