import { EventPage, EventsQuery, limitOf } from '../../contract/lists.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf } from '../lists/cursor.ts'
import { eventView } from '../lists/event-view.ts'
import { invalidField } from '../refused.ts'

export const listEvents = endpoint({
  method: 'get',
  path: '/events',
  tag: 'Self-service',
  summary: 'What happened, oldest first',
  description:
    'Every change of payments, refunds and tokens, also for merchants without an address for ' +
    'notifications. Read on with the last eventId as after; with wait the answer is held until ' +
    'there is something to tell; twenty may be held at once for a caller, more are 429. The newest first (order) tells where the list ends.',
  resource: 'PAYMENT',
  query: EventsQuery,
  answer: EventPage,
  rejects: [],
  handle: ({ lists, places }, { caller, query, hungUp }) => {
    const timeoutMs = (query.wait ?? 0) * 1000
    const limit = limitOf(query)
    const read = async () => {
      const last = query.cursor ?? query.after
      const after = last === undefined ? undefined : await lists.events.position(caller, last)
      if (last !== undefined && after === undefined)
        throw invalidField(query.cursor === undefined ? 'after' : 'cursor', 'is no event of yours')
      const newestFirst = query.order === 'created_desc'
      const place = { after, limit: limit + 1, types: query.type, newestFirst }
      const found =
        timeoutMs === 0
          ? await lists.events.page(caller, place)
          : await lists.events.awaitPage(caller, place, { timeoutMs, signal: hungUp })
      const { rows, nextCursor } = pageOf(found ?? [], limit, ({ eventId }) => eventId)
      return { events: rows.map(eventView), nextCursor }
    }
    // Whoever finds no place to wait in costs no look at the database.
    return timeoutMs === 0 ? read() : places.forEvents(caller, read)
  },
})
