import { AttemptList } from '../../contract/lists.ts'
import { endpoint } from '../endpoint.ts'
import { findEvent } from '../lists/event-view.ts'

export const listEventAttempts = endpoint({
  method: 'get',
  path: '/events/:eventId/attempts',
  tag: 'Self-service',
  summary: 'How an event was delivered',
  description: 'Every attempt to tell the merchant, with what its server answered.',
  resource: 'PAYMENT',
  answer: AttemptList,
  rejects: ['event_not_found'],
  handle: async (services, { caller, params }) => {
    const { eventId } = await findEvent(services, caller, String(params['eventId']))
    const attempts = await services.lists.events.attempts(eventId)
    return {
      attempts: attempts.map(({ at, url, status, durationMs, problem }) => ({
        at: at.toISOString(),
        url: url ?? '',
        httpStatus: status,
        durationMs,
        problem,
      })),
    }
  },
})
