import type { CommandsAt } from './commands.ts'
import type { Measured } from './measure.ts'
import type { NotificationLag } from './notification-lag.ts'
import type { SalesBesideOpen } from './open-payments.ts'
import { medianOf, ratioOf, spreadOf } from './rounds.ts'
import type { StoredPerSale } from './sale-costs.ts'
import type { SalesAt, Variant } from './sales.ts'
import type { TaskTimeouts } from './server-metrics.ts'
import type { SettlementPace } from './settlement-pace.ts'

/** All that one run has measured. */
export interface Figures {
  sales: SalesAt[]
  variants: Record<Variant, Measured[]>
  commands: CommandsAt[]
  stored: StoredPerSale
  timeouts: TaskTimeouts
  lag: NotificationLag
  settlement: SettlementPace
  besideOpen: SalesBesideOpen[]
}

/** The simulators stand for others: their work is not ours. */
const FOREIGN = new Set(['sandbox'])

/** Of all processes of ours. */
export const cpuOf = ({ cpu }: SalesAt): number =>
  Object.entries(cpu).reduce((sum, [name, ms]) => sum + (FOREIGN.has(name) ? 0 : ms), 0)

/** At 128 clients against the best of the others. */
export function shareOfBest(sales: readonly SalesAt[], clients: number): number {
  const paces = sales.map((at) => ({ at, pace: medianOf(at.sale, 'perSecond') }))
  const crowded = paces.find(({ at }) => at.clients === clients)
  return (crowded?.pace ?? NaN) / Math.max(...paces.map(({ pace }) => pace))
}

/** In the form that programs read. A figure that was not measured is null. */
export function toJson(figures: Figures): object {
  const { sales, commands, stored, timeouts, lag, settlement } = figures
  const inUse = sales.filter(({ clients }) => clients <= 32)
  return {
    sale: byClients(sales, ({ sale, floorB, floorB2 }) => ({
      ...pace(sale),
      ratioB: ratioOf(sale, floorB).median,
      ratioB2: ratioOf(sale, floorB2).median,
    })),
    capture: byClients(commands, ({ capture, floorC, floorC2 }) => ({
      ...pace(capture),
      ratioC: ratioOf(capture, floorC).median,
      ratioC2: ratioOf(capture, floorC2).median,
    })),
    refund: byClients(commands, ({ refund, floorC, floorC2 }) => ({
      ...pace(refund),
      ratioC: ratioOf(refund, floorC).median,
      ratioC2: ratioOf(refund, floorC2).median,
    })),
    shareOfBestAt128: shareOfBest(sales, 128),
    cpuMsPerSale: spreadOf(inUse.map(cpuOf)).median,
    eventsPerSale: stored.events,
    workflowTaskTimeouts: timeouts.running + timeouts.waiting,
    notificationP95Ms: lag.p95,
    settlementLinesPerSecond: settlement.linesPerSecond,
  }
}

const pace = (results: readonly Measured[]) => ({
  perSecond: medianOf(results, 'perSecond'),
  p50: medianOf(results, 'p50'),
  p95: medianOf(results, 'p95'),
})

const byClients = <At extends { clients: number }>(
  all: readonly At[],
  figuresOf: (at: At) => object,
): object => Object.fromEntries(all.map((at) => [String(at.clients), figuresOf(at)]))
