import { NewSecret } from '../../contract/webhooks.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { actOf } from '../lists/webhook-view.ts'
import { Refused } from '../refused.ts'

export const rotateWebhookSecret = endpoint({
  method: 'post',
  path: '/webhooks/:webhookId/rotate',
  tag: 'Self-service',
  summary: 'Give a webhook a new secret',
  description: 'For 24 hours everything is signed with the new and with the old one.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: NewSecret,
  rejects: ['webhook_not_found'],
  handle: async ({ webhooks }, request) => {
    const secret = await webhooks.rotate(String(request.params['webhookId']), actOf(request))
    if (secret === undefined) throw new Refused('webhook_not_found')
    return { secret }
  },
})
