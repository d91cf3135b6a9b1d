import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Evidence, EvidencePath, EvidenceText } from '../../contract/disputes/disputes.ts'
import { evidenceView } from '../../domain/dispute/view.ts'
import { metaOf } from '../commands/meta.ts'
import { endpoint } from '../endpoint.ts'
import { readEvidence } from '../intake/evidence.ts'
import { acceptedDispute, findDispute } from '../lists/dispute-view.ts'

export const putEvidence = endpoint({
  method: 'put',
  path: '/disputes/:disputeId/evidence/:kind',
  tag: 'Disputes',
  summary: 'Put something forward: a text, or a file',
  description:
    'A text as JSON, or the bytes of a PDF, PNG or JPEG of at most 10 MB under their own ' +
    'Content-Type. Kept sealed, until it is submitted it can be replaced. Neither may hold a card number.',
  resource: 'PAYMENT',
  params: EvidencePath,
  body: z.unknown(),
  reads: { json: EvidenceText },
  files: true,
  answer: Evidence,
  rejects: ['dispute_not_found', 'payment_held', 'dispute_closed', 'dispute_submitted'],
  handle: async (services, request) => {
    const { caller, params, body, rawBody, headers } = request
    const dispute = await findDispute(services, caller, params.disputeId)
    const { mediaType, content } = readEvidence(headers['content-type'], body, rawBody)
    const evidence = {
      kind: params.kind,
      ref: services.ids.random(),
      mediaType,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    }
    const { id: disputeId, merchantId } = dispute
    // The content first: what a dispute names is always there. What nobody came to name is erased in time.
    await services.evidence.keep({ ref: evidence.ref, disputeId, merchantId }, content)
    const command = { name: 'supply', evidence } as const
    const meta = metaOf({ ...request, body: {} }, services)
    acceptedDispute(await services.gateway.sendDispute(dispute, command, meta))
    return evidenceView(evidence, content.toString('utf8'))
  },
})
