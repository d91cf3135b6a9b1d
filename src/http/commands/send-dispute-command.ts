import type { DisputeCommand } from '../../domain/dispute/commands.ts'
import type { Dispute } from '../../domain/dispute/dispute.ts'
import { reply } from '../endpoint.ts'
import type { Reply } from '../endpoint.ts'
import { acceptedDispute, findDispute, wholeDispute } from '../lists/dispute-view.ts'
import type { Uses } from '../services.ts'
import { metaOf } from './meta.ts'
import type { KeyedRequest } from './meta.ts'

/** Sends a command to the dispute that the path names, and answers with what was committed. */
export async function sendDisputeCommand(
  services: Uses<'disputes' | 'evidence' | 'gateway' | 'ids'>,
  request: KeyedRequest & { params: Record<string, unknown> },
  command: DisputeCommand,
): Promise<Reply> {
  const dispute = await findDispute(services, request.caller, request.params['disputeId'])
  const sent = await services.gateway.sendDispute(dispute, command, metaOf(request, services))
  const after: Dispute = acceptedDispute(sent)
  return reply(await wholeDispute(services, after), { status: 202, replayed: sent.replayed })
}
