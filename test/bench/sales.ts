import { closedLoop } from './measure.ts'
import type { Measured } from './measure.ts'
import { inTurns, spreadOf } from './rounds.ts'
import { withCpu } from './world.ts'
import type { CpuPerOperation, World } from './world.ts'

export interface SalesAt {
  clients: number
  sale: Measured[]
  floorB: Measured[]
  floorB2: Measured[]
  /** The median of all rounds, process by process. */
  cpu: CpuPerOperation
}

/** Card sales until COMPLETED in turns with bare workflows, with so many clients. */
export async function measureSales(world: World, clients: number): Promise<SalesAt> {
  const { stack, floors, plain, options, say } = world
  const { seconds } = options
  const cpus: CpuPerOperation[] = []
  const loop = (operation: () => Promise<unknown>) => closedLoop({ clients, seconds, operation })
  const results = await inTurns(
    options.rounds,
    {
      floorB: () => loop(() => floors.sale()),
      sale: async () => {
        const { measured, cpu } = await withCpu(stack, () => loop(() => plain.sale()))
        cpus.push(cpu)
        say(
          `  ${clients} clients: ${measured.perSecond.toFixed(1)} sales per s, p95 ${measured.p95.toFixed(0)} ms`,
        )
        return measured
      },
      floorB2: () => loop(() => floors.eagerSale()),
    },
    say,
  )
  return { clients, ...results, cpu: medianCpu(cpus) }
}

const medianCpu = (cpus: readonly CpuPerOperation[]): CpuPerOperation =>
  Object.fromEntries(
    Object.keys(cpus[0] ?? {}).map((name) => [
      name,
      spreadOf(cpus.map((cpu) => cpu[name] ?? NaN)).median,
    ]),
  )

export const variants = {
  'without key, not told': { withKey: false, isTold: false },
  'with a key': { withKey: true, isTold: false },
  'told by a notification': { withKey: false, isTold: true },
  'with a key, told': { withKey: true, isTold: true },
} as const
export type Variant = keyof typeof variants

export const VARIANT_CLIENTS = 8

/** The same sale with what a merchant may ask for besides, in turns. */
export function measureVariants(world: World): Promise<Record<Variant, Measured[]>> {
  const { plain, told, options } = world
  const contestants = Object.entries(variants).map(([name, { withKey, isTold }]) => {
    const shop = isTold ? told : plain
    const operation = () => shop.sale({ withKey })
    const run = () => closedLoop({ clients: VARIANT_CLIENTS, seconds: options.seconds, operation })
    return [name, run] as const
  })
  return inTurns(
    options.rounds,
    Object.fromEntries(contestants) as Record<Variant, () => Promise<Measured>>,
  )
}
