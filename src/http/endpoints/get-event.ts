import { MerchantEvent } from '../../contract/lists.ts'
import { endpoint } from '../endpoint.ts'
import { eventView, findEvent } from '../lists/event-view.ts'

export const getEvent = endpoint({
  method: 'get',
  path: '/events/:eventId',
  tag: 'Self-service',
  summary: 'One event',
  resource: 'PAYMENT',
  answer: MerchantEvent,
  rejects: ['event_not_found'],
  handle: async (services, { caller, params }) =>
    eventView(await findEvent(services, caller, String(params['eventId']))),
})
