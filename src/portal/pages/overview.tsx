import { toMajor } from '../../domain/money.ts'
import { mayPerson } from '../../domain/portal-role.ts'
import { nextCutoff } from '../../domain/settlement/cutoff.ts'
import type { Waiting } from '../../postgres/portal/figures.ts'
import type { Overview, Rate } from '../overview-figures.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { formatMajor, formatShare } from '../../kit/formats.ts'
import { Chart, ShareBar } from '../views/chart.tsx'
import { Alert, Card, Facts, Money, Table, When } from '../../kit/parts.tsx'

const showOverview: GuardedRoute = {
  ...{ method: 'get', path: '/portal', needs: 'read' },
  handle: async ({ overviews }, visit) => {
    const [read, { balances }] = await Promise.all([
      overviews.read(visit.person.merchantId),
      visit.ask('getBalance'),
    ])
    return {
      title: visit.t.overview.title,
      body: (
        <>
          {!read.isWhole && <Alert good>{visit.t.overview.counting}</Alert>}
          <Page {...{ visit, balances, ...read }} />
        </>
      ),
    }
  },
}

interface PageProps {
  visit: Visit
  at: number
  overview: Overview
  waiting: readonly Waiting[]
  balances: { currency: string; available: number; reserved: number }[]
}

const Page = ({ visit, at, overview, waiting, balances }: PageProps) => {
  const { t, language } = visit
  const money = (amount: number, currency: string) => <Money {...{ language, amount, currency }} />
  return (
    <>
      <p class="soft">
        {t.overview.days} · {t.overview.readAt} <When {...{ language, at: new Date(at) }} />
      </p>
      <div class="grid">
        {overview.money.map(({ currency, sold, refunded }) => (
          <section key={currency} class="card">
            <h2>{`${t.overview.sold} (${currency})`}</h2>
            <p class="figure">{money(sold, currency)}</p>
            <p class="soft">
              {t.overview.refunded}: {money(refunded, currency)}
            </p>
          </section>
        ))}
        <section class="card">
          <h2>{t.overview.approved}</h2>
          <p class="figure">{shareOf(visit, overview.rate)}</p>
          <p class="soft">{`${t.overview.payments}: ${String(overview.payments)}`}</p>
        </section>
      </div>
      <Card title={t.overview.waits}>
        <Facts
          rows={[
            [t.overview.waiting, <a href="/portal/payments?status=PENDING">{overview.waiting}</a>],
            [t.overview.holds, String(overview.holds)],
            ...overview.money
              .filter(({ held }) => held > 0)
              .map(
                ({ currency, held }) =>
                  [`${t.overview.holds} (${currency})`, money(held, currency)] as const,
              ),
          ]}
        />
      </Card>
      <Next {...{ visit, at, waiting }} />
      <Sales {...{ visit, overview }} />
      <Rates
        {...{ visit, name: t.overview.method, caption: t.overview.byMethod }}
        rates={overview.byMethod}
      />
      <Rates
        {...{ visit, name: t.overview.organization, caption: t.overview.byOrganization }}
        rates={overview.byOrganization}
      />
      <Card title={t.overview.balance}>
        <Table
          {...{ t, caption: t.overview.balance, numbers: [1, 2] }}
          head={[t.overview.currency, t.overview.available, t.overview.reserved]}
          rows={balances.map(({ currency, available, reserved }) => [
            ...[currency, money(available, currency), money(reserved, currency)],
          ])}
        />
      </Card>
    </>
  )
}

/** What comes by itself, and when: the first of each kind that waits, and the next settlement. */
function Next({ visit, at, waiting }: Pick<PageProps, 'visit' | 'at' | 'waiting'>) {
  const { t, language, person } = visit
  const { next, nextWhen, nextWhat, nextWhere, nextOf } = t.overview
  const cutoff = nextCutoff(at)
  const settlement = {
    ...{ at: cutoff, what: nextOf.settlement, amount: '' },
    where: mayPerson(person.role, 'money') ? (
      <a href="/portal/settlements">{t.nav.settlements}</a>
    ) : (
      ''
    ),
  }
  const rows = waiting.map(({ paymentId, waitsFor, at: due, amountMinor, currency }) => ({
    ...{ at: due.getTime(), what: nextOf[waitsFor] },
    amount: formatMajor(language, toMajor(amountMinor, currency), currency),
    where: <a href={`/portal/payments/${paymentId}`}>{`${paymentId.slice(0, 10)}…`}</a>,
  }))
  return (
    <Card title={next}>
      <Table
        {...{ t, caption: next, numbers: [2] }}
        head={[nextWhen, nextWhat, t.payments.amount, nextWhere]}
        rows={[...rows, settlement]
          .sort((a, b) => a.at - b.at)
          .map((one) => [
            <When {...{ language, at: new Date(one.at) }} />,
            ...[one.what, one.amount, one.where],
          ])}
      />
    </Card>
  )
}

/** What was sold and what was given back, each by the day of its payment. */
function Sales({ visit, overview }: { visit: Visit; overview: Overview }) {
  const { t, language } = visit
  const { days, currency } = overview
  const barsOf = (figure: 'sold' | 'refunded') =>
    days.map((one) => ({
      ...{ name: one.day, value: one[figure] },
      text: formatMajor(language, one[figure], currency),
    }))
  const [sold, refunded] = [barsOf('sold'), barsOf('refunded')]
  const caption = `${t.overview.perDay} (${currency})`
  return (
    <Card title={caption}>
      <Chart {...{ label: caption, bars: sold }} />
      <h3>{t.overview.refundsPerDay}</h3>
      <Chart {...{ label: `${t.overview.refundsPerDay} (${currency})`, bars: refunded }} />
      <details>
        <summary>{t.overview.asTable}</summary>
        <Table
          {...{ t, caption, numbers: [1, 2] }}
          head={[t.overview.day, t.overview.sold, t.overview.refunded]}
          rows={sold.map(({ name, text }, index) => [name, text, refunded[index]?.text ?? ''])}
        />
      </details>
    </Card>
  )
}

interface RatesProps {
  visit: Visit
  name: string
  caption: string
  rates: readonly Rate[]
}

function Rates({ visit, name, caption, rates }: RatesProps) {
  const { t } = visit
  return (
    <Card title={caption}>
      <Table
        {...{ t, caption, numbers: [1, 2], head: [name, t.overview.tried, t.overview.rate, ''] }}
        rows={rates.map((one) => [
          ...[one.name, String(one.payments), shareOf(visit, one.rate)],
          <ShareBar share={one.rate ?? 0} />,
        ])}
      />
    </Card>
  )
}

const shareOf = ({ t, language }: Visit, rate: number | undefined): string =>
  rate === undefined ? t.none : formatShare(language, rate)

export const overviewRoutes: readonly PortalRoute[] = [showOverview]
