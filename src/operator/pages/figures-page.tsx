import type { Operator } from '../../postgres/operators.ts'
import type { ApprovalStep } from '../../postgres/review/approval-rate.ts'
import type { Stats } from '../../postgres/review/stats.ts'
import { Choices } from '../../kit/chips.tsx'
import { Card } from '../../kit/parts.tsx'
import { Rows } from '../../kit/pieces.tsx'
import { day, duration } from '../../review/times.ts'
import { BarChart, ColumnChart } from './charts.tsx'
import type { Latency } from './latency.ts'
import { layout } from './layout.tsx'

const MINUTE_MS = 60_000

/** How far back one looks, and into which steps that is cut. */
export const ranges = {
  '1h': { words: 'last hour', spanMs: 60 * MINUTE_MS, stepMs: 5 * MINUTE_MS },
  '24h': { words: 'last 24 hours', spanMs: 1_440 * MINUTE_MS, stepMs: 60 * MINUTE_MS },
  '7d': { words: 'last 7 days', spanMs: 10_080 * MINUTE_MS, stepMs: 360 * MINUTE_MS },
} as const
export type Range = keyof typeof ranges

export const rangeOf = (given: unknown): Range =>
  (Object.keys(ranges) as Range[]).find((one) => one === given) ?? '24h'

export interface Figures {
  range: Range
  steps: readonly ApprovalStep[]
  rejections: Stats['rejections']
  latency: readonly Latency[]
}

/** Figures that say whether all is well, drawn, each with the same as a table. */
export const figuresPage = (figures: Figures, operator: Operator): string =>
  layout(
    { title: 'Figures', place: '/figures', operator },
    <>
      <Choices
        label="Period"
        choices={(Object.keys(ranges) as Range[]).map((one) => ({
          ...{
            text: ranges[one].words,
            href: `/figures?range=${one}`,
            isOn: one === figures.range,
          },
        }))}
      >
        <a href={`/figures?range=${figures.range}&live`}>again every 30 seconds</a>
      </Choices>
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

function Approved({ steps, range }: Figures) {
  const [approved, declined] = [sum(steps, 'approved'), sum(steps, 'declined')]
  if (approved + declined === 0) return <p class="none">No payment has ended yet.</p>
  const time = (at: Date) => (range === '7d' ? day(at).slice(5, 13) : day(at).slice(11, 16))
  const words = `${percent(approved, declined)} of ${String(approved + declined)} payments were approved in the ${ranges[range].words}.`
  const columns = steps.map((one) => ({
    ...{ name: time(one.at), good: one.approved, bad: one.declined },
  }))
  return (
    <>
      <p class="figure">{words}</p>
      <ColumnChart {...{ columns, label: words }} />
      <Rows
        head={['from, UTC', 'approved', 'declined', 'rate']}
        rows={steps.map(({ at, approved: good, declined: bad }) => [
          ...[day(at), good, bad, good + bad === 0 ? '' : percent(good, bad)],
        ])}
      />
    </>
  )
}

function Declines({ rejections, range }: Figures) {
  if (rejections.length === 0) return <p class="none">Nothing was declined.</p>
  const bars = rejections
    .slice(0, 12)
    .map(({ rejectCode, count }) => ({ name: rejectCode, value: count, words: String(count) }))
  return (
    <>
      <BarChart {...{ bars, label: `Declines by reason in the ${ranges[range].words}` }} />
      <Rows
        head={['reason', 'payments']}
        rows={rejections.map(({ rejectCode, count }) => [rejectCode, count])}
      />
    </>
  )
}

function Providers({ latency }: Figures) {
  const words = (seconds: number) => duration(seconds * 1_000)
  const bars = latency.map(({ provider, half, most }) => ({
    ...{ name: provider, value: half, behind: most, words: `${words(half)}, ${words(most)}` },
  }))
  return (
    <>
      {latency.length === 0 ? (
        <p class="none">This process has asked no provider yet.</p>
      ) : (
        <>
          <BarChart {...{ bars, label: 'Half of the answers, and 95 of 100, came within' }} />
          <Rows
            head={['provider', 'calls', 'half within', '95 % within']}
            rows={latency.map(({ provider, calls, half, most }) => [
              ...[provider, calls, words(half), words(most)],
            ])}
          />
        </>
      )}
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
