import { Chart, ShareBar } from '../../kit/chart.tsx'
import { formatMajor, formatShare } from '../../kit/formats.ts'
import { Card, Table } from '../../kit/parts.tsx'
import type { Overview, Rate, Verdicts } from '../overview-figures.ts'
import type { Visit } from '../route.ts'

/** What was sold and what was given back, each by the day of its payment. */
export function Sales({ visit, overview }: { visit: Visit; overview: Overview }) {
  const { t, language } = visit
  const { days, currency } = overview
  const { perDay, sold, refunded, day, asTable } = t.overview
  const caption = `${perDay} (${currency})`
  const money = (amount: number) => formatMajor(language, amount, currency)
  return (
    <Card title={caption}>
      <Chart
        label={caption}
        currency={currency}
        timeWord={day}
        times={days.map((one) => one.day)}
        series={[
          { name: sold, tone: 'accent', values: days.map((one) => one.sold) },
          { name: refunded, tone: 'accent-soft', values: days.map((one) => one.refunded) },
        ]}
      >
        <details>
          <summary>{asTable}</summary>
          <Table
            t={t}
            caption={caption}
            numbers={[1, 2]}
            head={[day, sold, refunded]}
            rows={days.map((one) => [one.day, money(one.sold), money(one.refunded)])}
          />
        </details>
      </Chart>
    </Card>
  )
}

interface RatesProps {
  visit: Visit
  name: string
  caption: string
  rates: readonly Rate[]
  /** What people call them. */
  words: Readonly<Record<string, string | undefined>>
}

export function Rates({ visit, name, caption, rates, words }: RatesProps) {
  const { t } = visit
  return (
    <Card title={caption}>
      <Table
        t={t}
        caption={caption}
        numbers={[1]}
        head={[name, t.overview.rate, '']}
        rows={rates.map((one) => {
          const label = words[one.name] ?? one.name
          const { approved: part, judged: whole } = one
          return [
            label,
            `${shareOf(visit, one)} (${t.overview.of(one)})`,
            <ShareBar label={label} part={part} whole={whole} />,
          ]
        })}
      />
    </Card>
  )
}

/** Nothing, when nothing came to a verdict. */
export const shareOf = ({ t, language }: Visit, { approved, judged }: Verdicts): string =>
  judged === 0 ? t.none : formatShare(language, approved / judged)
