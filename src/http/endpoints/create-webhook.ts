import { CreateWebhook, keptTypes, NewWebhook } from '../../contract/webhooks.ts'
import { MOST_WEBHOOKS } from '../../domain/webhook.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { actOf, checkWebhookUrl, findWebhook } from '../lists/webhook-view.ts'
import { Refused } from '../refused.ts'

export const createWebhook = endpoint({
  method: 'post',
  path: '/webhooks',
  tag: 'Self-service',
  summary: 'Have events sent to an address',
  description:
    'From now on every event of the types is posted there, in the order of the list of events, with ' +
    'the body and the signatures of notifications, and the type in X-Event-Type. An event that does ' +
    'not get through is repeated, and the next ones wait for it. After a day of that there is an ' +
    'event webhook.failing, after three the webhook is disabled. The secret is shown here only.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  body: CreateWebhook,
  answer: NewWebhook,
  success: 201,
  rejects: ['too_many_webhooks'],
  handle: async (services, request) => {
    const { url, types, description } = request.body
    checkWebhookUrl(services, url)
    const webhookId = services.ids.random()
    const given = { url, types: keptTypes(types), description }
    const act = { ...actOf(request), most: MOST_WEBHOOKS }
    const made = await services.webhooks.create(webhookId, given, act)
    if (!made) throw new Refused('too_many_webhooks')
    return { ...(await findWebhook(services, request.caller, webhookId)), ...made }
  },
})
