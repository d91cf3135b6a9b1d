import { ChangeWebhook, keptTypes, Webhook } from '../../contract/webhooks.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { actOf, checkWebhookUrl, findWebhook } from '../lists/webhook-view.ts'

export const changeWebhook = endpoint({
  method: 'patch',
  path: '/webhooks/:webhookId',
  tag: 'Self-service',
  summary: 'Change a webhook, stop it, or start it again',
  description:
    'What is not given stays. A webhook that is active again goes on with the event it stopped at.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  body: ChangeWebhook,
  answer: Webhook,
  rejects: ['webhook_not_found'],
  handle: async (services, request) => {
    const { body, caller } = request
    const { webhookId } = await findWebhook(services, caller, request.params['webhookId'])
    if (body.url !== undefined) checkWebhookUrl(services, body.url)
    const types = body.types && { types: keptTypes(body.types) }
    await services.webhooks.change(webhookId, { ...body, ...types }, actOf(request))
    await services.gateway.webhooks.changed(webhookId)
    return findWebhook(services, caller, webhookId)
  },
})
