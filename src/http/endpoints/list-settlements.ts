import { limitOf } from '../../contract/lists.ts'
import { SettlementPage, SettlementsQuery } from '../../contract/settlements.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readCursor, writeCursor } from '../lists/cursor.ts'
import { settlementView } from '../lists/settlement-view.ts'

export const listSettlements = endpoint({
  method: 'get',
  path: '/settlements',
  tag: 'Self-service',
  summary: 'What was settled, latest first',
  description:
    'One for each batch of the acquirer and each currency: the sales, captures and refunds of the ' +
    "merchant's payments that the acquirer's report names.",
  resource: 'PAYMENT',
  permit: refuseAgents,
  query: SettlementsQuery,
  answer: SettlementPage,
  rejects: [],
  handle: async ({ settlements, ids }, { caller: { merchantId }, query }) => {
    const { from, to, cursor } = query
    const limit = limitOf(query)
    const scope = JSON.stringify(['settlements', merchantId, from, to])
    const after = readCursor(ids, scope, cursor)
    const found = await settlements.list(merchantId, { from, to, after, limit: limit + 1 })
    const { rows, nextCursor } = pageOf(found, limit, (last) =>
      writeCursor(ids, scope, [last.micros, last.settlementId]),
    )
    return { settlements: rows.map(settlementView), nextCursor }
  },
})
