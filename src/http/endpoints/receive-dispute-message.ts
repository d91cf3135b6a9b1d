import { z } from 'zod'
import { parseDisputeMessage } from '../../connectors/sandbox-acquirer/disputes.ts'
import { verifySignature } from '../../connectors/signature.ts'
import { DisputeMessage } from '../../contract/disputes/disputes.ts'
import { Received } from '../../contract/notifications.ts'
import { ownerOf } from '../../domain/id.ts'
import { reportDispute } from '../commands/report-dispute.ts'
import { endpoint } from '../endpoint.ts'
import { invalidField, Refused } from '../refused.ts'
import { signatureOf } from '../signature-header.ts'

export const receiveDisputeMessage = endpoint({
  method: 'post',
  path: '/notifications/acquirer/disputes',
  tag: 'Notifications',
  summary: 'The acquirer tells how a dispute stands',
  description:
    'Signature = hex HMAC-SHA256 of the raw body. A repeated or late message is a no-op: money is ' +
    'booked once by its own id, and the word that goes furthest stands.',
  resource: 'NONE',
  body: z.unknown(),
  reads: { json: DisputeMessage },
  answer: Received,
  rejects: ['invalid_signature', 'invalid_request', 'payment_not_found'],
  handle: async (services, { body, rawBody, headers, requestId }) => {
    const { webhookKey: key } = services.config.providers.acquirer
    if (key === undefined || !verifySignature(rawBody, signatureOf(headers), key))
      throw new Refused('invalid_signature')
    const news = parseDisputeMessage(body)
    if (!news || !('reference' in news.charge))
      throw invalidField('body', 'is not a message about a dispute')
    const payment = await services.payments.find(ownerOf(news.charge.reference))
    // It is said again until there is one; a dispute of nobody's payment is for an operator.
    if (!payment?.instrument || payment.via !== undefined) {
      services.log.error({ providerRef: news.providerRef, requestId }, 'a dispute without payment')
      throw new Refused('payment_not_found')
    }
    await reportDispute(services, payment, { ...news, eventId: rawBody.toString() }, requestId)
    return { received: true }
  },
})
