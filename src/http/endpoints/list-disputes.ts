import { DisputePage, DisputesQuery } from '../../contract/disputes/disputes.ts'
import { limitOf } from '../../contract/lists.ts'
import { disputePlace } from '../../domain/dispute/place.ts'
import { disputeView } from '../../domain/dispute/view.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readCursor, writeCursor } from '../lists/cursor.ts'

export const listDisputes = endpoint({
  method: 'get',
  path: '/disputes',
  tag: 'Disputes',
  summary: 'Disputes of the merchant',
  description: 'What waits for an answer comes first, the nearest deadline before others.',
  resource: 'PAYMENT',
  query: DisputesQuery,
  answer: DisputePage,
  rejects: [],
  handle: async ({ disputes, ids }, { caller, query }) => {
    const { merchantId, agentId } = caller
    const { limit: _limit, cursor, ...filter } = query
    const limit = limitOf(query)
    const scope = JSON.stringify(['disputes', merchantId, agentId, filter])
    const after = readCursor(ids, scope, cursor)
    const found = await disputes.list(
      { ...filter, merchantId, agentId },
      { after, limit: limit + 1 },
    )
    const { rows, nextCursor } = pageOf(found, limit, (last) =>
      writeCursor(ids, scope, disputePlace(last)),
    )
    return { disputes: rows.map((one) => disputeView(one)), nextCursor }
  },
})
