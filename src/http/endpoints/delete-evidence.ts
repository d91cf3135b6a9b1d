import { z } from 'zod'
import { EvidencePath } from '../../contract/disputes/disputes.ts'
import { sendDisputeCommand } from '../commands/send-dispute-command.ts'
import { endpoint } from '../endpoint.ts'

export const deleteEvidence = endpoint({
  method: 'delete',
  path: '/disputes/:disputeId/evidence/:kind',
  tag: 'Disputes',
  summary: 'Take back something that was put forward',
  description: 'Until it is submitted. It is kept nowhere then.',
  resource: 'PAYMENT',
  params: EvidencePath,
  answer: z.object({}),
  success: 204,
  rejects: ['dispute_not_found', 'payment_held', 'dispute_closed', 'dispute_submitted'],
  handle: async (services, request) => {
    await sendDisputeCommand(services, request, { name: 'take', kind: request.params.kind })
    return {}
  },
})
