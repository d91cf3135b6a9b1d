import { EntriesQuery, EntryPage, limitOf } from '../../contract/lists.ts'
import { toMajor } from '../../domain/money.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readCursor, writeCursor } from '../lists/cursor.ts'

export const listBalanceEntries = endpoint({
  method: 'get',
  path: '/balance/entries',
  tag: 'Self-service',
  summary: 'What moved the balance, latest first',
  resource: 'PAYMENT',
  permit: refuseAgents,
  query: EntriesQuery,
  answer: EntryPage,
  rejects: ['forbidden'],
  handle: async ({ lists, ids }, { caller: { merchantId }, query }) => {
    const { currency, cursor } = query
    const limit = limitOf(query)
    const scope = JSON.stringify(['entries', merchantId, currency])
    const after = readCursor(ids, scope, cursor)
    const found = await lists.balanceEntries(merchantId, { currency, after, limit: limit + 1 })
    const { rows, nextCursor } = pageOf(found, limit, (last) =>
      writeCursor(ids, scope, [last.micros, last.ownerId, last.version, last.position]),
    )
    return {
      entries: rows.map((row) => ({
        at: row.at.toISOString(),
        kind: row.kind,
        amount: toMajor(row.amountMinor, row.currency),
        currency: row.currency,
        balanceAfter: toMajor(row.balanceAfterMinor, row.currency),
        paymentId: row.paymentId,
        refundId: row.refundId,
      })),
      nextCursor,
    }
  },
})
