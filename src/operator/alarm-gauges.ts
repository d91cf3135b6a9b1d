import type { Client } from '@temporalio/client'
import { Gauge } from 'prom-client'
import type { Log } from '../process/log.ts'
import type { Metrics } from '../process/metrics.ts'
import { binFileAgeSeconds } from '../postgres/cards/bin-files.ts'
import { readAlarmFigures, readClockDrift } from '../postgres/review/alarm-figures.ts'
import type { Db } from '../postgres/db.ts'
import type { BooksSeen } from '../postgres/review/ledger-watch.ts'
import { readBooksSeen } from '../postgres/review/ledger-watch.ts'

interface Sources {
  db: Db
  client: Pick<Client, 'workflow'>
}

interface AlarmGauge {
  name: string
  help: string
  label?: string
  read(): Promise<[label: string, value: number][]>
}

const FRESH_MS = 10_000
const ages = ['5m', '1h', '1d', 'older']
const bookChecks = [
  ...['zero_sum', 'clearing', 'balance', 'running_balance', 'settlement'],
  ...['journal', 'row', 'postings', 'accounts'],
]

/** Figures for alarms, beside what the process counts itself. */
export function addAlarmGauges(
  { metrics, log }: { metrics: Metrics; log: Log },
  sources: Sources,
): void {
  for (const { name, help, label, read } of alarmGauges(sources))
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [metrics.registry],
      async collect() {
        // A figure that cannot be had is left out: Prometheus then knows that it is missing.
        this.reset()
        try {
          for (const [value, count] of await read())
            this.set(label === undefined ? {} : { [label]: value }, count)
        } catch (error) {
          log.warn({ err: error, metric: name }, 'a figure for alarms could not be read')
        }
      },
    })
}

/**
 * Reckoned when they are asked for, however many ask, every ten seconds at most. The books are checked
 * by a worker; here is read what it found.
 */
export function alarmGauges({ db, client }: Sources): AlarmGauge[] {
  const figures = kept(FRESH_MS, () => readAlarmFigures(db))
  const failing = kept(FRESH_MS, () => countFailing(client))
  return [
    {
      name: 'tollgate_stuck_payments',
      help: 'Payments and tokenizations held, or past their deadline by five minutes',
      label: 'reason',
      read: async () => {
        const { stuck } = await figures()
        return ['held', 'overdue'].map((one) => [
          one,
          countOf(stuck, ({ reason }) => reason === one),
        ])
      },
    },
    {
      name: 'tollgate_failing_workflows',
      help: 'Workflows whose tasks failed several times in a row',
      read: async () => [['', await failing()]],
    },
    reachable({ postgres: () => readClockDrift(db), temporal: failing }),
    {
      name: 'tollgate_unknown_outcomes',
      help: 'Payments whose provider did not answer, by how long ago that was',
      label: 'age',
      read: async () => {
        const { unknown } = await figures()
        return ages.map((one) => [one, countOf(unknown, ({ age }) => age === one)])
      },
    },
    {
      name: 'tollgate_notification_backlog',
      help: 'Notifications not yet delivered, of the twenty merchants with most and all others',
      label: 'merchant',
      read: async () => (await figures()).backlog.map(({ merchant, count }) => [merchant, count]),
    },
    {
      name: 'tollgate_notification_oldest_seconds',
      help: 'Age of the oldest notification not yet delivered',
      read: async () => [['', (await figures()).oldestNotificationSeconds]],
    },
    {
      name: 'tollgate_bin_file_age_seconds',
      help: 'Age of the issuer file in force by its own date; missing when none was loaded',
      read: async () => {
        const age = await binFileAgeSeconds(db)
        return age === undefined ? [] : [['', age]]
      },
    },
    {
      name: 'tollgate_clock_drift_seconds',
      help: 'How far the clock of this process is from that of the database',
      read: async () => [['', await readClockDrift(db)]],
    },
    ...bookGauges(kept(FRESH_MS, () => readBooksSeen(db))),
  ]
}

const bookGauges = (books: () => Promise<BooksSeen | undefined>): AlarmGauge[] => [
  {
    name: 'tollgate_ledger_differences',
    help: 'Differences in the books that stand: sums, balances, clearing accounts, payments',
    label: 'check',
    read: async () => {
      const seen = await books()
      if (!seen) return []
      const of = (one: string) => seen.findings.filter(({ check }) => check === one).length
      return bookChecks.map((one) => [one, of(one)])
    },
  },
  {
    name: 'tollgate_ledger_round_age_seconds',
    help: 'How long ago the books were last checked; missing before the first time',
    read: async () => {
      const seen = await books()
      return seen ? [['', seen.age]] : []
    },
  },
]

const reachable = (questions: Record<string, () => Promise<unknown>>): AlarmGauge => ({
  name: 'tollgate_reachable',
  help: 'Whether Postgres and Temporal answer this process',
  label: 'what',
  read: () =>
    Promise.all(
      Object.entries(questions).map(async ([what, ask]): Promise<[string, number]> => [
        what,
        await answers(ask()),
      ]),
    ),
})

const answers = (question: Promise<unknown>): Promise<number> =>
  question.then(
    () => 1,
    () => 0,
  )

async function countFailing(client: Pick<Client, 'workflow'>): Promise<number> {
  const query = `ExecutionStatus = 'Running' and TemporalReportedProblems is not null`
  return (await client.workflow.count(query)).count
}

const countOf = <T extends { count: number }>(rows: T[], is: (row: T) => boolean): number =>
  rows.filter(is).reduce((sum, { count }) => sum + count, 0)

/** The same answer for a while, and one question at a time. */
function kept<T>(lifeMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined
  return () => {
    if (last && Date.now() - last.at < lifeMs) return last.value
    const value = read()
    last = { at: Date.now(), value }
    value.catch(() => {
      if (last?.value === value) last = undefined
    })
    return value
  }
}
