import { LinkPage, LinksQuery } from '../../contract/self-service/links.ts'
import { limitOf } from '../../contract/lists.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, readCursor, writeCursor } from '../lists/cursor.ts'
import { linkView } from '../lists/link-view.ts'

export const listLinks = endpoint({
  method: 'get',
  path: '/links',
  tag: 'Payment links',
  summary: 'Payment links of the merchant',
  resource: 'PAYMENT',
  permit: refuseAgents,
  query: LinksQuery,
  answer: LinkPage,
  rejects: [],
  handle: async (services, { caller, query }) => {
    const { merchantId } = caller
    const { links, ids } = services
    const limit = limitOf(query)
    const scope = JSON.stringify(['links', merchantId])
    const after = readCursor(ids, scope, query.cursor)
    const found = await links.list(merchantId, { after, limit: limit + 1 })
    const { rows, nextCursor } = pageOf(found, limit, ({ createdAt, linkId }) =>
      writeCursor(ids, scope, [createdAt.getTime(), linkId]),
    )
    return { links: rows.map((link) => linkView(services, caller, link)), nextCursor }
  },
})
