import { totalmem } from 'node:os'

const GIB = 2 ** 30
/** What a GB of heap holds, and which part of the memory is for them: others run beside. */
const WORKFLOWS_PER_GIB = 600
const WORKFLOWS_SHARE = 1 / 4
const TEMPORAL_SHARE = 1 / 8

/** What this process may use: the machine's memory, or the limit of its container. */
export function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** How many workflows a worker keeps in memory; one that is not there is replayed. */
export const workflowsFor = (bytes: number): number =>
  between(100, 1_000, (bytes / GIB) * WORKFLOWS_SHARE * WORKFLOWS_PER_GIB)

/** From where on a Temporal server of our own collects its garbage more often. */
export const temporalMemoryFor = (bytes: number): number =>
  between(GIB / 2, 2 * GIB, bytes * TEMPORAL_SHARE)

const between = (least: number, most: number, wanted: number): number =>
  Math.round(Math.min(most, Math.max(least, wanted)))
