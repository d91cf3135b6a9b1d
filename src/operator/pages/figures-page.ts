import type { Operator } from '../../postgres/operators.ts'
import type { ApprovalStep } from '../../postgres/review/approval-rate.ts'
import type { Stats } from '../../postgres/review/stats.ts'
import { day, duration, tableOf } from '../../review/markup.ts'
import { barChart, columnChart } from './charts.ts'
import type { Latency } from './latency.ts'
import { layout, link, section } from './layout.ts'

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
    `<p>${(Object.keys(ranges) as Range[])
      .map((one) =>
        one === figures.range
          ? `<strong>${ranges[one].words}</strong>`
          : link(`/figures?range=${one}`, ranges[one].words),
      )
      .join(
        ' · ',
      )} · ${link(`/figures?range=${figures.range}&live`, 'again every 30 seconds')}</p>` +
      section('Approval rate', approvals(figures)) +
      section('Declines by reason', declines(figures)) +
      section('Answers of providers', providers(figures)),
  )

function approvals({ steps, range }: Figures): string {
  const [approved, declined] = [sum(steps, 'approved'), sum(steps, 'declined')]
  if (approved + declined === 0) return '<p class="none">No payment has ended yet.</p>'
  const time = (at: Date) => (range === '7d' ? day(at).slice(5, 13) : day(at).slice(11, 16))
  const words = `${percent(approved, declined)} of ${String(approved + declined)} payments were approved in the ${ranges[range].words}.`
  const columns = steps.map((one) => ({
    ...{ name: time(one.at), good: one.approved, bad: one.declined },
  }))
  return `<p class="figure">${words}</p>${columnChart(columns, words)}${tableOf(
    ['from, UTC', 'approved', 'declined', 'rate'],
    steps.map(({ at, approved: good, declined: bad }) => [
      ...[day(at), good, bad, good + bad === 0 ? '' : percent(good, bad)],
    ]),
  )}`
}

function declines({ rejections, range }: Figures): string {
  if (rejections.length === 0) return '<p class="none">Nothing was declined.</p>'
  const bars = rejections
    .slice(0, 12)
    .map(({ rejectCode, count }) => ({ name: rejectCode, value: count, words: String(count) }))
  return `${barChart(bars, `Declines by reason in the ${ranges[range].words}`)}${tableOf(
    ['reason', 'payments'],
    rejections.map(({ rejectCode, count }) => [rejectCode, count]),
  )}`
}

function providers({ latency }: Figures): string {
  const note =
    '<p class="none">Of this process, since it started; the collected figures of all are in the dashboard.</p>'
  if (latency.length === 0)
    return `<p class="none">This process has asked no provider yet.</p>${note}`
  const words = (seconds: number) => duration(seconds * 1_000)
  const bars = latency.map(({ provider, half, most }) => ({
    ...{ name: provider, value: half, behind: most, words: `${words(half)}, ${words(most)}` },
  }))
  return `${barChart(bars, 'Half of the answers, and 95 of 100, came within')}${tableOf(
    ['provider', 'calls', 'half within', '95 % within'],
    latency.map(({ provider, calls, half, most }) => [provider, calls, words(half), words(most)]),
  )}${note}`
}

const sum = (steps: readonly ApprovalStep[], which: 'approved' | 'declined'): number =>
  steps.reduce((total, one) => total + one[which], 0)

const percent = (good: number, bad: number): string =>
  `${((100 * good) / (good + bad)).toFixed(1)} %`
