import { Settlement } from '../../contract/settlements.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { findSettlement, settlementView } from '../lists/settlement-view.ts'

export const getSettlement = endpoint({
  method: 'get',
  path: '/settlements/:settlementId',
  tag: 'Self-service',
  summary: 'One settlement',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: Settlement,
  rejects: ['settlement_not_found'],
  handle: async (services, { caller, params }) =>
    settlementView(await findSettlement(services, caller, params['settlementId'])),
})
