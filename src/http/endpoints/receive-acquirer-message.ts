import { z } from 'zod'
import type { SignedMessage } from '../../connectors/acquirer.ts'
import { AcquirerMessage, Received } from '../../contract/notifications.ts'
import { acquirers, threeDsServers } from '../../connectors/registry.ts'
import { accepted } from '../commands/accepted.ts'
import { findCharged } from '../commands/ask-acquirer.ts'
import type { Away } from '../commands/ask-acquirer.ts'
import { acceptedTokenization } from '../commands/send-tokenization-command.ts'
import { reportCharged } from '../providers/report-charged.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { webhookKeyOf } from '../webhook-key.ts'
import { askServer, findChallenged } from './receive-acs-status.ts'

const name = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)

export const receiveAcquirerMessage = endpoint({
  method: 'post',
  path: '/notifications/acquirers/:connector/:merchantId/:account',
  tag: 'Notifications',
  summary: "An acquirer tells how a charge through a merchant's account stands",
  description:
    'Signed as the acquirer signs, with the webhook key of the account. A repeated or late message is a no-op; one of a charge whose answer is not there yet is answered with 503, and is taken when it is sent again.',
  resource: 'NONE',
  params: z.object({ connector: name, merchantId: z.string().max(64), account: name }),
  body: z.unknown(),
  reads: { json: AcquirerMessage },
  answer: Received,
  rejects: ['invalid_signature', 'not_found', 'unavailable'],
  handle: async (services, { params, rawBody, headers, requestId }) => {
    const { connector, merchantId, account } = params
    const via = `${connector}/${account}`
    const webhook = acquirers.find((one) => one.name === connector)?.webhook
    const stored = webhook && (await services.connectorAccounts.open(params))
    if (!stored) throw new Refused('not_found')
    const signature = headers[webhook.signature.toLowerCase()]
    const message = { rawBody, signature: Array.isArray(signature) ? signature[0] : signature }
    const keys = stored.credentials.flatMap((one) => webhookKeyOf(one, webhook.key))
    const news = webhook.read(message, keys, Date.now())
    if (news.type === 'forged') throw new Refused('invalid_signature')
    if (news.type === 'nothing') {
      await wake(services, { ...params, message, keys, requestId })
      return { received: true }
    }
    if (news.type === 'report') {
      await services.reportedSettlements.keepReport({ merchantId, via }, news.name)
      return { received: true }
    }
    if (news.type === 'dispute' || news.type === 'fraudWarning') {
      await reportCharged(services, { merchantId, via, requestId }, news)
      return { received: true }
    }
    const { reference, acquirerRef, outcome, eventId } = news
    const found = await findCharged(services, reference, merchantId)
    // An account speaks of its own charges: whoever holds its key decides nothing elsewhere.
    if (!found || viaOf(found) !== via) return { received: true }
    const named = outcome.type === 'approved' ? { acquirerRef, ...outcome } : outcome
    // The same event again is the same command: it changes nothing and is acknowledged again.
    const commandId = services.ids.keyed('acquirer', `${connector} ${merchantId} ${eventId}`)
    const meta = { commandId, actor: 'provider/acquirer' as const, requestId }
    const command = { name: 'acquirerNews', reference, outcome: named } as const
    const { payment, tokenization } = found
    if (payment) accepted(await services.gateway.send(payment, command, meta))
    else acceptedTokenization(await services.gateway.sendTokenization(tokenization, command, meta))
    return { received: true }
  },
})

const viaOf = ({ payment, tokenization }: Away): string | undefined =>
  payment ? payment.via : tokenization.way?.via

interface Received {
  connector: string
  merchantId: string
  account: string
  message: SignedMessage
  keys: readonly string[]
  requestId: string
}

/** The same account may also ask issuers, and tell that there is news of a challenge: the server is asked. */
async function wake(
  services: Uses<'gateway' | 'ids' | 'payments' | 'threeDsResult' | 'tokenizations'>,
  received: Received,
): Promise<void> {
  const { connector, merchantId, account, message, keys, requestId } = received
  const webhook = threeDsServers.find((one) => one.name === connector)?.webhook
  const news = webhook?.wakes?.(message, keys, Date.now())
  if (news?.type !== 'news') return
  const found = await findChallenged(services, news.serverTransId)
  const state = found?.payment ?? found?.tokenization
  const via = `${connector}/${account}`
  if (!found || state?.merchantId !== merchantId || state.challenge?.via !== via) return
  await askServer(services, found, news.serverTransId, requestId)
}
