import { toMajor } from '../../domain/money.ts'
import { mayPerson } from '../../domain/portal-role.ts'
import { nextCutoff } from '../../domain/settlement/cutoff.ts'
import { Chip, Choices } from '../../kit/chips.tsx'
import { formatMajor } from '../../kit/formats.ts'
import { Alert, Card, Facts, Field, Money, Table, When } from '../../kit/parts.tsx'
import type { Waiting } from '../../postgres/portal/figures.ts'
import type { Overview } from '../overview-figures.ts'
import { choicesOfPeriod, periodOf } from '../period.ts'
import type { Period } from '../period.ts'
import type { GuardedRoute, PortalRoute, Visit } from '../route.ts'
import { Rates, Sales, shareOf } from '../views/figures.tsx'

const PATH = '/portal'

const showOverview: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'read',
  handle: async ({ overviews }, visit) => {
    const period = periodOf(visit.query, Date.now())
    const [read, { balances }] = await Promise.all([
      overviews.read(visit.person.merchantId, period),
      visit.ask('getBalance'),
    ])
    return {
      title: visit.t.overview.title,
      draws: true,
      body: (
        <>
          {!read.isWhole && <Alert good>{visit.t.overview.counting}</Alert>}
          <Periods visit={visit} period={period} />
          <p class="soft">
            {`${period.from} – ${period.to}`} · {visit.t.overview.readAt}{' '}
            <When language={visit.language} at={new Date(read.at)} />
          </p>
          <Figures visit={visit} overview={read.overview} />
          <Next visit={visit} at={read.at} waiting={read.waiting} />
          <Balance visit={visit} balances={balances} />
        </>
      ),
    }
  },
}

/** Which days all figures of the page are of. */
function Periods({ visit: { t }, period }: { visit: Visit; period: Period }) {
  const { label, own, from, to, ...names } = t.period
  const isOwn = period.choice === 'own'
  return (
    <Choices
      label={label}
      choices={choicesOfPeriod.map((one) => ({
        text: names[one],
        href: `${PATH}?period=${one}`,
        isOn: period.choice === one,
      }))}
    >
      <Chip title={own} value={isOwn ? `${period.from} – ${period.to}` : undefined}>
        <form method="get" action={PATH} class="stack">
          <Field label={from} name="from" type="date" value={period.from} />
          <Field label={to} name="to" type="date" value={period.to} />
          <button class="primary">{t.payments.show}</button>
        </form>
      </Chip>
    </Choices>
  )
}

function Figures({ visit, overview }: { visit: Visit; overview: Overview }) {
  const { t, language } = visit
  const money = (amount: number, currency: string) => (
    <Money language={language} amount={amount} currency={currency} />
  )
  if (overview.payments === 0)
    return (
      <Card title={t.overview.noneTitle}>
        <p>{t.overview.none}</p>
      </Card>
    )
  return (
    <>
      <div class="grid">
        {overview.money.map(({ currency, sold, refunded }) => (
          <Card key={currency} title={`${t.overview.sold} (${currency})`}>
            <p class="figure">{money(sold, currency)}</p>
            <p class="soft">
              {t.overview.refunded}: {money(refunded, currency)}
            </p>
          </Card>
        ))}
        <Card title={t.overview.approved}>
          <p class="figure">{shareOf(visit, overview)}</p>
          <p class="soft">{t.overview.ofJudged(overview)}</p>
        </Card>
        <Card title={t.overview.waits}>
          <p class="figure">
            <a href="/portal/payments?status=PENDING">{overview.waiting}</a>
          </p>
          <Facts
            rows={[
              [t.overview.holds, String(overview.holds)],
              ...overview.money
                .filter(({ held }) => held > 0)
                .map(({ currency, held }) => [currency, money(held, currency)] as const),
            ]}
          />
        </Card>
      </div>
      <Sales visit={visit} overview={overview} />
      <div class="grid wide">
        <Rates
          visit={visit}
          name={t.overview.method}
          caption={t.overview.byMethod}
          words={t.methods}
          rates={overview.byMethod}
        />
        <Rates
          visit={visit}
          name={t.overview.organization}
          caption={t.overview.byOrganization}
          rates={overview.byOrganization}
          words={t.organizations}
        />
      </div>
    </>
  )
}

/** What comes by itself, and when: the first of each kind that waits, and the next settlement. */
function Next({ visit, at, waiting }: { visit: Visit; at: number; waiting: readonly Waiting[] }) {
  const { t, language, person } = visit
  const { next, nextWhen, nextWhat, nextWhere, nextOf } = t.overview
  const cutoff = nextCutoff(at)
  const settlement = {
    at: cutoff,
    what: nextOf.settlement,
    amount: '',
    where: mayPerson(person.role, 'money') ? (
      <a href="/portal/settlements">{t.nav.settlements}</a>
    ) : (
      ''
    ),
  }
  const rows = waiting.map(({ paymentId, waitsFor, at: due, amountMinor, currency }) => ({
    at: due.getTime(),
    what: nextOf[waitsFor],
    amount: formatMajor(language, toMajor(amountMinor, currency), currency),
    where: <a href={`/portal/payments/${paymentId}`}>{`${paymentId.slice(0, 10)}…`}</a>,
  }))
  return (
    <Card title={next}>
      <Table
        t={t}
        caption={next}
        numbers={[2]}
        head={[nextWhen, nextWhat, t.payments.amount, nextWhere]}
        rows={[...rows, settlement]
          .sort((a, b) => a.at - b.at)
          .map((one) => [
            <When language={language} at={new Date(one.at)} />,
            ...[one.what, one.amount, one.where],
          ])}
      />
    </Card>
  )
}

interface BalanceProps {
  visit: Visit
  balances: { currency: string; available: number; reserved: number }[]
}

const Balance = ({ visit: { t, language }, balances }: BalanceProps) => (
  <Card title={t.overview.balance}>
    <Table
      t={t}
      caption={t.overview.balance}
      numbers={[1, 2]}
      head={[t.overview.currency, t.overview.available, t.overview.reserved]}
      rows={balances.map(({ currency, available, reserved }) => [
        currency,
        formatMajor(language, available, currency),
        formatMajor(language, reserved, currency),
      ])}
    />
  </Card>
)

export const overviewRoutes: readonly PortalRoute[] = [showOverview]
