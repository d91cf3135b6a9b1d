import { Dispute, DisputeCommandRequest } from '../../contract/disputes/disputes.ts'
import { sendDisputeCommand } from '../commands/send-dispute-command.ts'
import { endpoint } from '../endpoint.ts'

export const submitDispute = endpoint({
  method: 'post',
  path: '/disputes/:disputeId/submit',
  tag: 'Disputes',
  summary: 'Send the evidence to the provider',
  description:
    'Once in each stage, and then nothing can be added. A lost answer of the provider is asked ' +
    'about and never sent a second time; what the provider did not take is said in `problem`, and ' +
    'may be sent again until dueBy.',
  resource: 'PAYMENT',
  keyed: true,
  body: DisputeCommandRequest,
  answer: Dispute,
  success: 202,
  rejects: [
    'dispute_not_found',
    'payment_held',
    'dispute_closed',
    'dispute_submitted',
    'evidence_missing',
  ],
  handle: (services, request) => sendDisputeCommand(services, request, { name: 'submit' }),
})
