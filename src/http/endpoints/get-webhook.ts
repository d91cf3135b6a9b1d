import { Webhook } from '../../contract/webhooks.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { findWebhook } from '../lists/webhook-view.ts'

export const getWebhook = endpoint({
  method: 'get',
  path: '/webhooks/:webhookId',
  tag: 'Self-service',
  summary: 'One webhook, and how its deliveries go',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: Webhook,
  rejects: ['webhook_not_found'],
  handle: (services, { caller, params }) => findWebhook(services, caller, params['webhookId']),
})
