import { TestAnswer } from '../../contract/webhooks.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { findWebhook } from '../lists/webhook-view.ts'

export const testWebhook = endpoint({
  method: 'post',
  path: '/webhooks/:webhookId/test',
  tag: 'Self-service',
  summary: 'Send a test message to a webhook',
  description:
    'A message of the type webhook.test, signed like the others. What came of it is the lastAttempt ' +
    'of the webhook. When it is accepted, events that wait for another attempt are sent at once.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: TestAnswer,
  success: 202,
  rejects: ['webhook_not_found'],
  handle: async (services, { caller, params }) => {
    const { webhookId } = await findWebhook(services, caller, params['webhookId'])
    const eventId = `test_${services.ids.random()}`
    await services.gateway.webhooks.test(webhookId, eventId)
    return { eventId }
  },
})
