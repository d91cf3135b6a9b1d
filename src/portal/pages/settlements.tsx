import type { GuardedRoute, PortalRoute } from '../route.ts'
import { idIn } from '../route.ts'
import { formatMajor } from '../../kit/formats.ts'
import { Card, Pager, Table, When } from '../../kit/parts.tsx'

const PATH = '/portal/settlements'

const showSettlements: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'money',
  handle: async (_portal, visit) => {
    const { t, language } = visit
    const { cursor } = visit.query
    const page = await visit.ask('listSettlements', { query: { cursor } })
    const next = page.nextCursor
    const href = next === undefined ? undefined : `${PATH}?cursor=${encodeURIComponent(next)}`
    const { title, date, provider, gross, refunds, disputes, fees, net, lines, csv } = t.settlements
    return {
      title,
      body: (
        <>
          <p>
            <a class="button small" href={`${PATH}.csv`} download>
              {t.settlements.file}
            </a>
          </p>
          <Card>
            <Table
              t={t}
              caption={title}
              numbers={[2, 3, 4, 5, 6, 7]}
              head={[date, provider, gross, refunds, disputes, fees, net, lines, csv]}
              rows={page.settlements.map((one) => {
                const money = (amount: number) => formatMajor(language, amount, one.currency)
                return [
                  <When language={language} at={one.date} />,
                  one.provider,
                  ...[one.gross, one.refunds, one.disputes, one.fees, one.net].map(money),
                  String(one.lines),
                  <a href={`${PATH}/${one.settlementId}/csv`}>
                    {csv}
                    <span class="visually-hidden">{` ${one.settlementId}`}</span>
                  </a>,
                ]
              })}
            />
          </Card>
          <Pager label={t.more} href={href} />
        </>
      ),
    }
  },
}

const downloadCsv: GuardedRoute = {
  method: 'get',
  path: `${PATH}/:settlementId/csv`,
  needs: 'money',
  handle: async (_portal, visit) => {
    const params = { settlementId: idIn(visit, 'settlementId') }
    return { file: await visit.ask('downloadSettlement', { params }) }
  },
}

const exportCsv: GuardedRoute = {
  method: 'get',
  path: `${PATH}.csv`,
  needs: 'money',
  handle: async (_portal, visit) => ({ file: await visit.ask('exportSettlements') }),
}

export const settlementRoutes: readonly PortalRoute[] = [showSettlements, exportCsv, downloadCsv]
