import type { Overview, Rate } from '../overview-figures.ts'
import { lastDays, overviewOf } from '../overview-figures.ts'
import type { Portal } from '../portal.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { formatMajor, formatShare } from '../texts/texts.ts'
import { Chart } from '../views/chart.tsx'
import { Card, Facts, Money, Table, When } from '../views/parts.tsx'

const DAYS = 30
/** Counting a busy merchant's month is work for the database: everybody of a merchant shares it. */
const KEPT_MS = 60_000
const MOST_KEPT = 1_000

interface Kept {
  at: number
  overview: Promise<Overview>
}

const kept = new WeakMap<Portal, Map<string, Kept>>()

const showOverview: GuardedRoute = {
  ...{ method: 'get', path: '/portal', needs: 'read' },
  handle: async (portal, visit) => {
    const { at, overview } = read(portal, visit.person.merchantId)
    const { balances } = await visit.ask('getBalance')
    return {
      title: visit.t.overview.title,
      body: <Page {...{ visit, at, balances, overview: await overview }} />,
    }
  },
}

function read(portal: Portal, merchantId: string): Kept {
  const all = kept.get(portal) ?? new Map<string, Kept>()
  kept.set(portal, all)
  const known = all.get(merchantId)
  const now = Date.now()
  if (known && now - known.at < KEPT_MS) return known
  const days = lastDays(DAYS, now)
  const from = new Date(now - DAYS * 86_400_000)
  const overview = portal.figures.since(merchantId, from).then((rows) => overviewOf(rows, days))
  if (all.size >= MOST_KEPT) all.clear()
  const fresh = { at: now, overview }
  all.set(merchantId, fresh)
  // What could not be counted is counted again the next time.
  overview.catch(() => all.delete(merchantId))
  return fresh
}

interface PageProps {
  visit: Visit
  at: number
  overview: Overview
  balances: { currency: string; available: number; reserved: number }[]
}

const Page = ({ visit, at, overview, balances }: PageProps) => {
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
      <Sales {...{ visit, overview }} />
      <Card title={t.overview.byMethod}>
        <Rates
          {...{
            visit,
            name: t.overview.method,
            caption: t.overview.byMethod,
            rates: overview.byMethod,
          }}
        />
      </Card>
      <Card title={t.overview.byOrganization}>
        <Rates
          {...{ visit, name: t.overview.organization, caption: t.overview.byOrganization }}
          rates={overview.byOrganization}
        />
      </Card>
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

function Sales({ visit, overview }: { visit: Visit; overview: Overview }) {
  const { t, language } = visit
  const { days, currency } = overview
  const written = days.map(({ day, sold }) => ({
    ...{ name: day, value: sold, text: formatMajor(language, sold, currency) },
  }))
  const caption = `${t.overview.perDay} (${currency})`
  return (
    <Card title={caption}>
      <Chart {...{ label: caption, bars: written }} />
      <details>
        <summary>{t.overview.asTable}</summary>
        <Table
          {...{ t, caption, numbers: [1], head: [t.overview.day, t.overview.sold] }}
          rows={written.map(({ name, text }) => [name, text])}
        />
      </details>
    </Card>
  )
}

const Rates = (props: { visit: Visit; name: string; caption: string; rates: readonly Rate[] }) => {
  const { visit, name, caption, rates } = props
  const { t } = visit
  return (
    <Table
      {...{ t, caption, numbers: [1, 2], head: [name, t.overview.tried, t.overview.rate] }}
      rows={rates.map((one) => [one.name, String(one.payments), shareOf(visit, one.rate)])}
    />
  )
}

const shareOf = ({ t, language }: Visit, rate: number | undefined): string =>
  rate === undefined ? t.none : formatShare(language, rate)

export const overviewRoutes: readonly PortalRoute[] = [showOverview]
