import { z } from 'zod'
import { AcquirerMessage, Received } from '../../contract/notifications.ts'
import { acquirers } from '../../connectors/registry.ts'
import { ownerOf } from '../../domain/id.ts'
import { accepted } from '../commands/accepted.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'

const name = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)

export const receiveAcquirerMessage = endpoint({
  method: 'post',
  path: '/notifications/acquirers/:connector/:merchantId/:account',
  tag: 'Notifications',
  summary: "An acquirer tells how a charge through a merchant's account stands",
  description:
    'Signed as the acquirer signs, with the webhook key of the account. A repeated or late message is a no-op.',
  resource: 'NONE',
  params: z.object({ connector: name, merchantId: z.string().max(64), account: name }),
  body: z.unknown(),
  reads: { json: AcquirerMessage },
  answer: Received,
  rejects: ['invalid_signature', 'not_found'],
  handle: async (services, { params, rawBody, headers, requestId }) => {
    const { connector, merchantId, account } = params
    const webhook = acquirers.find((one) => one.name === connector)?.webhook
    const stored = webhook && (await services.connectorAccounts.open(params))
    if (!stored) throw new Refused('not_found')
    const signature = headers[webhook.signature.toLowerCase()]
    const message = { rawBody, signature: Array.isArray(signature) ? signature[0] : signature }
    const keys = stored.credentials.flatMap(webhookKeyOf)
    const news = webhook.read(message, keys, Date.now())
    if (news.type === 'forged') throw new Refused('invalid_signature')
    if (news.type === 'nothing') return { received: true }
    const { reference, acquirerRef, outcome, eventId } = news
    const payment = await services.payments.find(ownerOf(reference))
    // An account speaks of its own charges: whoever holds its key decides nothing elsewhere.
    if (payment?.merchantId !== merchantId || payment.via !== `${connector}/${account}`)
      return { received: true }
    const told = outcome.type === 'approved' ? { acquirerRef, ...outcome } : outcome
    // The same event again is the same command: it changes nothing and is acknowledged again.
    const commandId = services.ids.keyed('acquirer', `${connector} ${merchantId} ${eventId}`)
    const meta = { commandId, actor: 'provider/acquirer' as const, requestId }
    const command = { name: 'acquirerNews', reference, outcome: told } as const
    accepted(await services.gateway.send(payment, command, meta))
    return { received: true }
  },
})

/** Keys that sign are their own: those that we call with prove nothing. */
const webhookKeyOf = (credential: object): string[] => {
  const { webhookKey } = credential as { webhookKey?: unknown }
  return typeof webhookKey === 'string' ? [webhookKey] : []
}
