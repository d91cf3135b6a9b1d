import type { Operator } from '../../postgres/operators.ts'
import type { ApprovalStep } from '../../postgres/review/approval-rate.ts'
import type { Stats } from '../../postgres/review/stats.ts'
import { Chart, ShareBar } from '../../kit/chart.tsx'
import { Chip, Choices } from '../../kit/chips.tsx'
import { Card, Field } from '../../kit/parts.tsx'
import { Fold, Rows } from '../../kit/pieces.tsx'
import { duration } from '../../review/times.ts'
import type { Latency } from './latency.ts'
import { Day, layout, List } from './layout.tsx'
import { dateOf, ranges } from './period.ts'
import type { Period, Range } from './period.ts'

export interface Figures {
  period: Period
  steps: readonly ApprovalStep[]
  rejections: Stats['rejections']
  latency: readonly Latency[]
}

/** Figures that say whether all is well, drawn, each with the same as a table. */
export const figuresPage = (figures: Figures, operator: Operator): string =>
  layout(
    { title: 'Figures', place: '/figures', operator, draws: true },
    <>
      <Periods {...figures.period} />
      <Card title="Approval rate">
        <Approved {...figures} />
      </Card>
      <Card title="Declines by reason">
        <Declines {...figures} />
      </Card>
      <Card title="Answers of providers">
        <Providers {...figures} />
      </Card>
    </>,
  )

const Periods = ({ range, since, until }: Period) => (
  <Choices
    label="Period"
    choices={(Object.keys(ranges) as Range[]).map((one) => ({
      text: ranges[one].words,
      href: `/figures?range=${one}`,
      isOn: one === range,
    }))}
  >
    <Chip title="own days" value={range === 'own' ? dateOf(since) : undefined}>
      <form action="/figures" class="stack">
        <Field label="From" name="from" type="date" value={dateOf(since)} />
        <Field label="To" name="to" type="date" value={dateOf(until)} />
        <button class="primary">Show</button>
      </form>
    </Chip>
    {range !== 'own' && <a href={`/figures?range=${range}&live`}>again every 30 seconds</a>}
  </Choices>
)

function Approved({ steps, period }: Figures) {
  const [approved, declined] = [sum(steps, 'approved'), sum(steps, 'declined')]
  if (approved + declined === 0) return <p class="none">No payment has ended yet.</p>
  const words = `${percent(approved, declined)} of ${String(approved + declined)} payments were approved in the ${period.words}.`
  return (
    <>
      <p class="figure">{percent(approved, declined)}</p>
      <p>{words}</p>
      <Chart
        label={words}
        timeWord="From"
        times={steps.map(({ at }) => at.toISOString())}
        series={[
          { name: 'Approved', tone: 'good', values: steps.map((one) => one.approved) },
          { name: 'Declined', tone: 'bad', values: steps.map((one) => one.declined) },
        ]}
      >
        <Fold title="The same as a table">
          <Rows
            head={['from, UTC', 'approved', 'declined', 'rate']}
            rows={steps.map(({ at, approved: good, declined: bad }) => [
              ...[<Day at={at} />, good, bad, good + bad === 0 ? '' : percent(good, bad)],
            ])}
          />
        </Fold>
      </Chart>
    </>
  )
}

function Declines({ rejections }: Figures) {
  const most = Math.max(...rejections.map(({ count }) => count))
  return (
    <List
      name="Declines by reason"
      none="Nothing was declined."
      numbers={[1]}
      head={['reason', 'payments', 'share of the most frequent']}
      rows={rejections.map(({ rejectCode, count }) => [
        ...[rejectCode, count],
        <ShareBar label={rejectCode} part={count} whole={most} />,
      ])}
    />
  )
}

function Providers({ latency }: Figures) {
  const words = (seconds: number) => duration(seconds * 1_000)
  const slowest = Math.max(...latency.map(({ most }) => most))
  return (
    <>
      <List
        name="Answers of providers"
        none="This process has asked no provider yet."
        numbers={[1, 2, 3]}
        head={['provider', 'calls', 'half within', '95 % within', 'share of the slowest']}
        rows={latency.map(({ provider, calls, half, most }) => [
          ...[provider, calls, words(half), words(most)],
          <ShareBar label={provider} part={most} whole={slowest} />,
        ])}
      />
      <p class="none">
        Of this process, since it started; the collected figures of all are in the dashboard.
      </p>
    </>
  )
}

const sum = (steps: readonly ApprovalStep[], which: 'approved' | 'declined'): number =>
  steps.reduce((total, one) => total + one[which], 0)

const percent = (good: number, bad: number): string =>
  `${((100 * good) / (good + bad)).toFixed(1)} %`
