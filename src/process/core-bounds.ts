import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const COMMANDS_PER_CORE = 8
const TASKS_PER_CORE = 24

/** What this process may use: the machine's cores, or the limit of its container. */
export const usableCores = (): number =>
  Math.min(availableParallelism(), coresOf(containerLimit()) ?? Infinity)

/** `cpu.max` of a container: microseconds of each period, or `max` for all there are. */
export function coresOf(cpuMax: string): number | undefined {
  const [quota = NaN, period = NaN] = cpuMax.trim().split(' ').map(Number)
  return quota > 0 && period > 0 ? quota / period : undefined
}

/** What can be under way before more of it only makes all of it slower. */
export const commandsFor = (cores: number): number => atLeast(2, COMMANDS_PER_CORE * cores)

/**
 * Tasks of the queue that a worker has at once: each holds its place while a provider is slow, and one
 * that waits for the core is done well before its time-out of five seconds.
 */
export const tasksFor = (cores: number): number => atLeast(4, TASKS_PER_CORE * cores)

const atLeast = (least: number, wanted: number): number => Math.max(least, Math.round(wanted))

function containerLimit(): string {
  try {
    return readFileSync('/sys/fs/cgroup/cpu.max', 'utf8')
  } catch {
    return 'max'
  }
}
