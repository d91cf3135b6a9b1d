import { Dispute, DisputeCommandRequest } from '../../contract/disputes/disputes.ts'
import { sendDisputeCommand } from '../commands/send-dispute-command.ts'
import { endpoint } from '../endpoint.ts'

export const acceptDispute = endpoint({
  method: 'post',
  path: '/disputes/:disputeId/accept',
  tag: 'Disputes',
  summary: 'Do not contest a dispute',
  description: 'The money stays with the payer. It cannot be taken back.',
  resource: 'PAYMENT',
  keyed: true,
  body: DisputeCommandRequest,
  answer: Dispute,
  success: 202,
  rejects: ['dispute_not_found', 'payment_held', 'dispute_closed', 'dispute_submitted'],
  handle: (services, request) => sendDisputeCommand(services, request, { name: 'accept' }),
})
