import { Refused } from '../../http/for-portal.ts'
import { formatShare } from '../../kit/formats.ts'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { Card, Money, Pager, Status, Table, When } from '../../kit/parts.tsx'
import { Countdown } from './countdown.tsx'
import { disputeRoutes } from './dispute.tsx'

const PATH = '/portal/disputes'

const showDisputes: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'read',
  handle: async (_portal, visit) => {
    const { t, language } = visit
    const { title, none, order, reason, amount, status, answerBy, opened } = t.disputes
    const [page, rates] = await Promise.all([
      visit.ask('listDisputes', { query: { cursor: visit.query['cursor'] } }),
      visit.ask('getDisputeRates').catch(withoutThem),
    ])
    const next = page.nextCursor
    return {
      title,
      body: (
        <>
          <p>
            <a class="button small" href={`${PATH}.csv`} download>
              {t.disputes.csv}
            </a>
          </p>
          <Card>
            <Table
              t={t}
              caption={title}
              numbers={[2]}
              empty={none}
              head={[order, reason, amount, status, answerBy, opened]}
              rows={page.disputes.map((one) => [
                <a href={`${PATH}/${one.disputeId}`}>{one.extOrderId ?? one.paymentId}</a>,
                t.disputes.reasons[one.reason],
                <Money language={language} amount={one.amount} currency={one.currency} />,
                <Status t={t} status={one.status} />,
                <Countdown visit={visit} dispute={one} />,
                <When language={language} at={one.createdAt} />,
              ])}
            />
          </Card>
          <Pager label={t.more} href={next && `${PATH}?cursor=${encodeURIComponent(next)}`} />
          {rates && <Rates visit={visit} rates={rates} />}
        </>
      ),
    }
  },
}

/** Of very many payments they may take longer than anybody waits: what has to be answered is listed all the same. */
function withoutThem(error: unknown): undefined {
  if (!(error instanceof Refused) || error.code !== 'unavailable') throw error
}

type DisputeRates = Answers['getDisputeRates']

/** How many payments of the last days are contested, and from where on the networks look. */
const Rates = ({ visit, rates }: { visit: Visit; rates: DisputeRates }) => {
  const { t, language } = visit
  const { rates: title, rateOf, payments, contested, share, watchedFrom, all, reasons } = t.disputes
  const named = [
    { ...rates.all, name: all },
    ...rates.byMethod.map((one) => ({ ...one, name: t.methods[one.name] ?? one.name })),
    ...rates.byOrganization,
    ...rates.byReason.map((one) => ({ ...one, name: reasons[one.name as keyof typeof reasons] })),
  ]
  return (
    <Card title={title}>
      <Table
        t={t}
        caption={title}
        numbers={[1, 2, 3]}
        head={[rateOf, payments, contested, share, watchedFrom]}
        rows={named.map((one) => [
          ...[one.name, String(one.payments), String(one.disputes)],
          one.share === undefined ? '' : formatShare(language, one.share),
          one.watchedFrom
            ? t.disputes.watch(
                formatShare(language, one.watchedFrom.share),
                one.watchedFrom.disputes,
              )
            : '',
        ])}
      />
    </Card>
  )
}

const exportDisputes: GuardedRoute = {
  method: 'get',
  path: `${PATH}.csv`,
  needs: 'read',
  handle: async (_portal, visit) => ({ file: await visit.ask('exportDisputes') }),
}

export const disputesRoutes: readonly PortalRoute[] = [
  showDisputes,
  exportDisputes,
  ...disputeRoutes,
]
