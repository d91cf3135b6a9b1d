import { cpuMs } from './costs.ts'
import type { Kept } from './floor-workflows.ts'
import { closedLoop } from './measure.ts'
import { section } from './report.ts'
import { spreadOf } from './rounds.ts'
import type { Spread } from './rounds.ts'
import type { World } from './world.ts'

const CLIENTS = 8
const WORKFLOWS = 200

/** What Temporal keeps of a workflow, and the CPU of its server for one, round by round. */
export interface TemporalCost {
  kept: string
  cpuMs: Spread
}

const variants: Record<string, Kept> = {
  'nothing besides': {},
  'a timer': { timer: true },
  'search attributes that change once': { attributes: true },
  both: { timer: true, attributes: true },
}

/** What a deadline and what operators search by cost Temporal's server: B′ with and without them, in turns. */
export async function temporalCosts({
  stack,
  floors,
  options: { rounds },
  say,
}: World): Promise<TemporalCost[]> {
  const pid = stack.process('temporal').pid ?? 0
  const found = Object.keys(variants).map((kept) => ({ kept, rounds: [] as number[] }))
  for (let round = 0; round < rounds; round += 1) {
    say(`What Temporal keeps, round ${String(round + 1)} of ${String(rounds)} …`)
    for (const one of found) {
      const before = cpuMs(pid)
      const operation = () => floors.eagerSale(variants[one.kept])
      await closedLoop({ clients: CLIENTS, count: WORKFLOWS, operation })
      one.rounds.push((cpuMs(pid) - before) / WORKFLOWS)
    }
  }
  return found.map(({ kept, rounds: all }) => ({ kept, cpuMs: spreadOf(all) }))
}

export const temporalCostsMarkdown = (costs: readonly TemporalCost[]): string =>
  section(
    'A bare workflow (B′)',
    costs.map(({ kept, cpuMs: spent }) => ({ with: kept, 'CPU ms of Temporal': spent })),
  ).join('\n')
