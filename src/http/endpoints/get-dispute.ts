import { Dispute } from '../../contract/disputes/disputes.ts'
import { endpoint } from '../endpoint.ts'
import { findDispute, wholeDispute } from '../lists/dispute-view.ts'

export const getDispute = endpoint({
  method: 'get',
  path: '/disputes/:disputeId',
  tag: 'Disputes',
  summary: 'One dispute, with its money and its evidence',
  resource: 'PAYMENT',
  answer: Dispute,
  rejects: ['dispute_not_found'],
  handle: async (services, { caller, params }) =>
    wholeDispute(services, await findDispute(services, caller, params['disputeId'])),
})
