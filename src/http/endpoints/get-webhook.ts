import { WebhookDetail } from '../../contract/webhooks.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { deliveryView, findWebhook } from '../lists/webhook-view.ts'

export const getWebhook = endpoint({
  method: 'get',
  path: '/webhooks/:webhookId',
  tag: 'Self-service',
  summary: 'One webhook, and how its deliveries go',
  description: 'With the latest attempts, and what both sides said in each.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: WebhookDetail,
  rejects: ['webhook_not_found'],
  handle: async (services, { caller, params }) => {
    const webhook = await findWebhook(services, caller, params['webhookId'])
    const attempts = await services.webhooks.deliveries(webhook.webhookId)
    return { ...webhook, attempts: attempts.map(deliveryView) }
  },
})
