import type { GuardedRoute, PortalRoute } from '../route.ts'
import { Card, Money, Pager, Status, Table, When } from '../../kit/parts.tsx'
import { Countdown } from './countdown.tsx'
import { disputeRoutes } from './dispute.tsx'

const PATH = '/portal/disputes'

const showDisputes: GuardedRoute = {
  ...{ method: 'get', path: PATH, needs: 'read' },
  handle: async (_portal, visit) => {
    const { t, language } = visit
    const { title, none, order, reason, amount, status, answerBy, opened } = t.disputes
    const page = await visit.ask('listDisputes', { query: { cursor: visit.query['cursor'] } })
    const next = page.nextCursor
    return {
      title,
      body: (
        <>
          <Card>
            <Table
              {...{ t, caption: title, numbers: [2], empty: none }}
              head={[order, reason, amount, status, answerBy, opened]}
              rows={page.disputes.map((one) => [
                <a href={`${PATH}/${one.disputeId}`}>{one.extOrderId ?? one.paymentId}</a>,
                t.disputes.reasons[one.reason],
                <Money {...{ language, amount: one.amount, currency: one.currency }} />,
                <Status {...{ t, status: one.status }} />,
                <Countdown {...{ visit, dispute: one }} />,
                <When {...{ language, at: one.createdAt }} />,
              ])}
            />
          </Card>
          <Pager
            {...{ label: t.more, href: next && `${PATH}?cursor=${encodeURIComponent(next)}` }}
          />
        </>
      ),
    }
  },
}

export const disputesRoutes: readonly PortalRoute[] = [showDisputes, ...disputeRoutes]
