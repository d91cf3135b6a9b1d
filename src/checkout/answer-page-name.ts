import type { RequestHandler } from 'express'
import { isPageHost } from '../domain/looks/page-host.ts'
import type { Uses } from '../http/for-checkout.ts'

export const PAGE_NAME_ROUTE = '/pay/names'

/** Asked by a proxy that gets certificates by itself: only for names that a merchant has shown to be its own. */
export const answerPageName =
  ({ accounts }: Uses<'accounts'>): RequestHandler =>
  async (request, response) => {
    const { domain } = request.query
    const isKnown = isPageHost(domain) && (await accounts.hasPageHost(domain))
    response
      .status(isKnown ? 204 : 404)
      .set('cache-control', 'no-store')
      .end()
  }
