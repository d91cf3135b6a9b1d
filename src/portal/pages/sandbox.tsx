import { Refused } from '../../http/for-portal.ts'
import { isSandbox } from '../portal.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { faultyAmounts, faultyCards, testCards, testCodes } from '../test-data.ts'
import type { TestDatum } from '../test-data.ts'
import { Card, Table } from '../../kit/parts.tsx'

/** What can be tried out where no money moves; elsewhere there is no such page. */
const showSandbox: GuardedRoute = {
  method: 'get',
  path: '/portal/sandbox',
  needs: 'read',
  handle: (portal, visit) => {
    if (!isSandbox(portal)) throw new Refused('not_found')
    const { sandbox: t } = visit.t
    return {
      title: t.title,
      body: (
        <>
          <p>{t.about}</p>
          <TestData
            visit={visit}
            title={t.cards}
            about={t.cardsAbout}
            head={t.number}
            data={testCards}
          />
          <TestData visit={visit} title={t.blik} head={t.code} data={testCodes} />
          <TestData
            visit={visit}
            title={t.faults}
            about={t.faultsAbout}
            head={t.number}
            data={faultyCards}
          />
          <TestData
            visit={visit}
            title={t.amounts}
            about={t.amountsAbout}
            head={t.amount}
            data={faultyAmounts}
          />
          <Card title={t.clock}>
            <p>{t.clockAbout}</p>
            <p>
              <a href="/portal/payments">{t.clockLink}</a>
            </p>
          </Card>
        </>
      ),
    }
  },
}

interface Props {
  visit: Visit
  title: string
  about?: string
  head: string
  data: readonly TestDatum[]
}

const TestData = ({ visit: { t, language }, title, about, head, data }: Props) => (
  <Card title={title}>
    {about !== undefined && <p>{about}</p>}
    <Table
      t={t}
      caption={title}
      head={[head, t.sandbox.what]}
      rows={data.map(([given, what]) => [
        <code class="nowrap">{spaced(given)}</code>,
        what[language],
      ])}
    />
  </Card>
)

/** As it stands on a card. */
const spaced = (given: string): string =>
  given.length === 16 ? given.replace(/(\d{4})(?=\d)/g, '$1 ') : given

export const sandboxRoutes: readonly PortalRoute[] = [showSandbox]
