import { KILLED_PAYMENTS } from './beside-kill-bill.ts'
import type { BesideKillBill } from './beside-kill-bill.ts'
import { cpuOf, shareOfBest } from './figures.ts'
import type { Figures } from './figures.ts'
import type { Killed } from './kill-in-the-middle.ts'
import type { Measured } from './measure.ts'
import type { PageTimes } from './pages.ts'
import type { BesidePeople } from './portal.ts'
import { medianOf, ratioOf, spreadOf } from './rounds.ts'
import type { Spread } from './rounds.ts'
import { VARIANT_CLIENTS } from './sales.ts'
import type { SalesAt } from './sales.ts'

export type Cell = string | number | Spread

/** What was measured, as Markdown. */
export function toMarkdown(figures: Figures): string {
  const { sales, commands, stored, timeouts, lag, settlement } = figures
  return [
    ...section('Card sales until COMPLETED', sales.map(saleRow)),
    ...section(
      `The same with ${VARIANT_CLIENTS} clients`,
      Object.entries(figures.variants).map(([sale, results]) => ({ sale, ...paceOf(results) })),
    ),
    ...section('CPU ms per sale', sales.map(cpuRow)),
    ...section(
      'Captures and refunds until the money has moved',
      commands.flatMap(({ clients, capture, refund, floorC, floorC2 }) =>
        Object.entries({ capture, refund }).map(([operation, results]) => ({
          operation,
          clients,
          ...paceOf(results),
          'answer p50': medianOf(results, 'answerP50'),
          'of C': ratioOf(results, floorC),
          'of C′': ratioOf(results, floorC2),
        })),
      ),
    ),
    ...section('One sale leaves behind', [
      {
        'workflow tasks': stored.workflowTasks,
        'history events': stored.events,
        'history bytes': Math.round(stored.historyBytes),
        statements: stored.statements,
        transactions: stored.transactions,
        'table bytes': Math.round(stored.tableBytes),
        'WAL bytes': Math.round(stored.walBytes),
      },
    ]),
    ...section('The whole run', [
      {
        'tasks timed out, running': timeouts.running,
        'tasks timed out, waiting': timeouts.waiting,
        'share of the best at 128': shareOfBest(sales, 128),
        'first notification p50': lag.p50,
        'p95 (ms)': lag.p95,
        'at sales per s': lag.salesPerSecond,
        'settlement lines per s': settlement.linesPerSecond,
        lines: settlement.lines,
        differences: settlement.differences,
      },
    ]),
    ...section(
      'Sales beside open payments',
      figures.besideOpen.map(({ open, sales: at }) => ({
        open,
        ...saleRow(at),
        'CPU ms': cpuOf(at),
      })),
    ),
  ].join('\n')
}

/** How much slower sales are beside people who click. */
export function besidePeopleMarkdown(figures: BesidePeople): string {
  const { people, paced, flatOut, clicks, cpuMsPerPage, portalRssMb } = figures
  const rows = (turns: BesidePeople['paced']) =>
    (['alone', 'beside'] as const).map((where) => ({
      sales: where === 'alone' ? 'alone' : `beside ${String(people)} people`,
      ...paceOf(turns[where]),
      failed: sum(turns[where], 'failures'),
    }))
  const change = (turns: BesidePeople['paced'], figure: 'perSecond' | 'p50' | 'p95') =>
    spreadOf(turns.beside.map((one, round) => one[figure] / (turns.alone[round]?.[figure] ?? NaN)))
  return [
    ...section('Sales at a constant pace', rows(paced)),
    ...section('Sales as fast as eight clients go', rows(flatOut)),
    ...section('Beside people, of alone, round by round', [
      {
        'p50 at a constant pace': change(paced, 'p50'),
        p95: change(paced, 'p95'),
        'pace of eight clients': change(flatOut, 'perSecond'),
        'their p50': change(flatOut, 'p50'),
      },
    ]),
    ...section('Pages', [
      {
        'clicks per s': clicks.perSecond,
        p50: clicks.p50,
        p95: clicks.p95,
        failed: clicks.failures,
        'CPU ms of the portal': cpuMsPerPage.portal,
        'of Postgres': cpuMsPerPage.postgres,
        'of the gateway': cpuMsPerPage['api-1'],
        'MB of the portal': portalRssMb,
      },
    ]),
  ].join('\n')
}

/** How long each page took, the slowest first. */
export const pagesMarkdown = ({ payments, pages }: PageTimes): string =>
  section(
    `Pages of a merchant with ${payments.toLocaleString('en-US')} payments, in ms`,
    pages.toSorted((a, b) => b.p95 - a.p95).map((page) => ({ ...page })),
  ).join('\n')

/** The same sales of both, and what a kill -9 left of each. */
export function besideKillBillMarkdown(figures: BesideKillBill): string {
  const { version, plugin, sales, killClients, killed } = figures
  const peer = `Kill Bill ${version}`
  return [
    ...section(
      `Sales in turns with ${peer} (${plugin})`,
      sales.flatMap(({ clients, ours, theirs }) => [
        { of: 'Tollgate', clients, ...paceOf(ours), failed: sum(ours, 'failures') },
        { of: peer, clients, ...paceOf(theirs), failed: sum(theirs, 'failures') },
      ]),
    ),
    ...(killed
      ? section(`kill -9 in the middle of ${KILLED_PAYMENTS} payments, ${killClients} clients`, [
          { of: 'Tollgate', ...killedRow(killed.ours) },
          { of: peer, ...killedRow(killed.theirs) },
        ])
      : ['Nothing was killed: neither process nor start of Kill Bill were given.', '']),
  ].join('\n')
}

const killedRow = (killed: Killed): Record<string, Cell> => ({
  'under way': killed.underWay,
  'asked again': killed.askedAgain,
  unknown: killed.unknown,
  wrong: killed.wrong,
  double: killed.double,
  unpaid: killed.unpaid,
  right: killed.right,
  'serves after (s)': killed.servesAfter,
  'right by itself after (s)': Number.isNaN(killed.rightAfter)
    ? `not within ${killed.boundSeconds} s of its start`
    : killed.rightAfter,
})

const saleRow = ({ clients, sale, floorB, floorB2 }: SalesAt): Record<string, Cell> => ({
  clients,
  ...paceOf(sale),
  'answer p50': medianOf(sale, 'answerP50'),
  'of B': ratioOf(sale, floorB),
  'of B′': ratioOf(sale, floorB2),
  B: medianOf(floorB, 'perSecond'),
  'B′': medianOf(floorB2, 'perSecond'),
  'turned away': sum(sale, 'turnedAway'),
  failed: sum(sale, 'failures'),
})

export const paceOf = (results: readonly Measured[]): Record<string, Cell> => ({
  'per s': spreadOf(results.map(({ perSecond }) => perSecond)),
  p50: medianOf(results, 'p50'),
  p95: medianOf(results, 'p95'),
  p99: medianOf(results, 'p99'),
})

const cpuRow = (at: SalesAt): Record<string, Cell> => ({
  clients: at.clients,
  ...at.cpu,
  'all but the sandbox': cpuOf(at),
})

const sum = (results: readonly Measured[], figure: 'turnedAway' | 'failures'): number =>
  results.reduce((total, result) => total + result[figure], 0)

export function section(title: string, rows: readonly Record<string, Cell>[]): string[] {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return []
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `${title}:`,
    '',
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => text(row[column])))),
    '',
  ]
}

function text(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return short(cell)
  return `${short(cell.median)} (${short(cell.least)}–${short(cell.most)})`
}

/** A figure as the table has it. */
export const short = (value: number): string => {
  if (Number.isNaN(value)) return '–'
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}
