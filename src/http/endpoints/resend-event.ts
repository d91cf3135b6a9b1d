import { ResendAnswer } from '../../contract/lists.ts'
import { endpoint } from '../endpoint.ts'
import { findEvent } from '../lists/event-view.ts'
import { Refused } from '../refused.ts'

export const resendEvent = endpoint({
  method: 'post',
  path: '/events/:eventId/resend',
  tag: 'Self-service',
  summary: 'Send an event again',
  description:
    'Once more to the address for notifications, and to each active webhook that wants it and has ' +
    'been told already, with the same body and eventId.',
  resource: 'PAYMENT',
  answer: ResendAnswer,
  success: 202,
  rejects: ['event_not_found', 'event_not_sendable'],
  handle: async (services, { caller, params }) => {
    const { eventId } = await findEvent(services, caller, String(params['eventId']))
    const settled = await services.lists.settledNotification(eventId)
    const webhooks = await services.webhooks.past(caller.merchantId, eventId)
    if (!settled && webhooks.length === 0) throw new Refused('event_not_sendable')
    if (settled) await services.gateway.resend([settled])
    for (const webhookId of webhooks) await services.gateway.webhooks.resend(webhookId, eventId)
    return { eventId }
  },
})
