import { z } from 'zod'
import { BlikMessage, Received } from '../../contract/notifications.ts'
import { parseMessage } from '../../connectors/blik/index.ts'
import { blikOutcome } from '../../connectors/blik/outcome.ts'
import { verifySignature } from '../../connectors/signature.ts'
import { ownerOf } from '../../domain/id.ts'
import { accepted } from '../commands/accepted.ts'
import { endpoint } from '../endpoint.ts'
import { invalidField, Refused } from '../refused.ts'
import { signatureOf } from '../signature-header.ts'
import { present } from '../../domain/present.ts'

export const receiveBlikStatus = endpoint({
  method: 'post',
  path: '/notifications/blikweb/status',
  tag: 'Notifications',
  summary: 'The BLIK provider tells how a payment stands',
  description:
    'Signature = hex HMAC-SHA256 of the raw body. A repeated or late message is a no-op.',
  resource: 'NONE',
  body: z.unknown(),
  reads: { json: BlikMessage },
  answer: Received,
  rejects: ['invalid_signature', 'invalid_request', 'payment_not_found'],
  handle: async (services, { body, rawBody, headers, requestId }) => {
    const { webhookKey: key } = services.config.providers.blik
    if (!verifySignature(rawBody, signatureOf(headers), key)) throw new Refused('invalid_signature')
    const message = parseMessage(body)
    if (!message) throw invalidField('body', 'is not a message about a BLIK payment')
    const { orderId: reference, outcome, alias } = message
    const payment = await services.payments.find(ownerOf(reference))
    if (!payment) throw new Refused('payment_not_found')
    const command = {
      name: 'blikStatus',
      reference,
      outcome: blikOutcome({ ...outcome, ...present({ alias }) }),
    } as const
    // The same message again is the same command: it changes nothing and is acknowledged again.
    const commandId = services.ids.keyed('blik', rawBody.toString())
    const meta = { commandId, actor: 'provider/blik' as const, requestId }
    accepted(await services.gateway.send(payment, command, meta))
    return { received: true }
  },
})
