import { z } from 'zod'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { actOf } from '../lists/webhook-view.ts'
import { Refused } from '../refused.ts'

export const deleteWebhook = endpoint({
  method: 'delete',
  path: '/webhooks/:webhookId',
  tag: 'Self-service',
  summary: 'End a webhook',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: z.object({}),
  success: 204,
  rejects: ['webhook_not_found'],
  handle: async ({ webhooks }, request) => {
    const removed = await webhooks.remove(String(request.params['webhookId']), actOf(request))
    if (!removed) throw new Refused('webhook_not_found')
    return {}
  },
})
