import type { Client } from '@temporalio/client'
import type pg from 'pg'
import type { Stack } from '../../src/stack/launch.ts'
import { cpuMs } from './costs.ts'
import type { Floors } from './floors.ts'
import type { Measured } from './measure.ts'
import type { Options } from './options.ts'
import type { Shop } from './shop.ts'
import type { Watcher } from './watcher.ts'

/** All that the measurements use. */
export interface World {
  stack: Stack
  db: pg.Client
  client: Client
  floors: Floors
  watcher: Watcher
  /** Told nothing: only the payment itself is measured. */
  plain: Shop
  told: Shop
  options: Options
  say(line: string): void
}

export type CpuPerOperation = Record<string, number>

/** CPU ms that each process of the stack spent on one of what was done. */
export async function withCpu(
  stack: Stack,
  work: () => Promise<Measured>,
): Promise<{ measured: Measured; cpu: CpuPerOperation }> {
  const look = () => stack.processes.map(({ name, pid }) => ({ name, ms: cpuMs(pid ?? 0) }))
  const before = look()
  const measured = await work()
  const spent = look().map(({ name, ms }, index) => [
    name,
    (ms - (before[index]?.ms ?? 0)) / Math.max(1, measured.done),
  ])
  return { measured, cpu: Object.fromEntries(spent) as CpuPerOperation }
}
