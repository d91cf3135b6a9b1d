import { WebhookList } from '../../contract/webhooks.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { webhookView } from '../lists/webhook-view.ts'

export const listWebhooks = endpoint({
  method: 'get',
  path: '/webhooks',
  tag: 'Self-service',
  summary: 'Where events are sent',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: WebhookList,
  rejects: [],
  handle: async ({ webhooks }, { caller }) => ({
    webhooks: (await webhooks.list(caller.merchantId)).map(webhookView),
  }),
})
