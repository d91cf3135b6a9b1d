import { ChangeWebhook, keptTypes, Webhook } from '../../contract/webhooks.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { actOf, checkWebhookUrl, findWebhook } from '../lists/webhook-view.ts'
import { invalidField } from '../refused.ts'

/** Each is a delivery of its own: nobody asks for a year by a slip. */
const FARTHEST_MS = 30 * 24 * 3_600_000

export const changeWebhook = endpoint({
  method: 'patch',
  path: '/webhooks/:webhookId',
  tag: 'Self-service',
  summary: 'Change a webhook, stop it, or start it again',
  description:
    'What is not given stays. An active webhook goes on at once with the event that it waits for, ' +
    'so `{ "status": "ACTIVE" }` is a retry.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  body: ChangeWebhook,
  answer: Webhook,
  rejects: ['webhook_not_found'],
  handle: async (services, request) => {
    const { body, caller } = request
    const { webhookId } = await findWebhook(services, caller, request.params['webhookId'])
    if (body.url !== undefined) checkWebhookUrl(services, body.url)
    if (body.resendSince !== undefined && Date.parse(body.resendSince) < Date.now() - FARTHEST_MS)
      throw invalidField('resendSince', 'must be within the last 30 days')
    const types = body.types && { types: keptTypes(body.types) }
    await services.webhooks.change(webhookId, { ...body, ...types }, actOf(request))
    await services.gateway.webhooks.changed(webhookId)
    return findWebhook(services, caller, webhookId)
  },
})
