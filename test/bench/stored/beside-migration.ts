import { execute } from '../../../src/postgres/db.ts'
import type { Db } from '../../../src/postgres/db.ts'
import type { Stack } from '../../../src/stack/launch.ts'
import { closedLoop } from '../measure.ts'
import type { Measured } from '../measure.ts'
import type { Shop } from '../shop.ts'
import { withCpu } from '../world.ts'
import type { CpuPerOperation } from '../world.ts'

export interface BesideMigration {
  /** As long as it took. */
  seconds: number
  rounds: Measured[]
  cpu: CpuPerOperation[]
}

export const CLIENTS = 8
const ROUND_SECONDS = 4

/** Sales while a migration of the slowest kind goes on: an index over the largest tables, beside those who write. */
export async function besideMigration(
  { stack, db, shop }: { stack: Stack; db: Db; shop: Shop },
  say: (line: string) => void,
): Promise<BesideMigration> {
  const begun = performance.now()
  const migration = { isOver: false }
  const migrating = migrate(db).finally(() => (migration.isOver = true))
  // Heard of below.
  migrating.catch(() => undefined)
  const load = { clients: CLIENTS, seconds: ROUND_SECONDS, operation: () => shop.sale() }
  const found: Omit<BesideMigration, 'seconds'> = { rounds: [], cpu: [] }
  do {
    const { measured, cpu } = await withCpu(stack, () => closedLoop(load))
    say(`  beside a migration: ${measured.perSecond.toFixed(1)} sales per s`)
    found.rounds.push(measured)
    found.cpu.push(cpu)
  } while (!migration.isOver)
  await migrating
  return { ...found, seconds: (performance.now() - begun) / 1000 }
}

async function migrate(db: Db): Promise<void> {
  await execute(db, 'create index concurrently bench_of_journal on journal (recorded_at)')
  await execute(db, 'create index concurrently bench_of_payment on payment (method, created_at)')
  for (const index of ['bench_of_journal', 'bench_of_payment'])
    await execute(db, `drop index concurrently ${index}`)
}
