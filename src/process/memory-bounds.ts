import { totalmem } from 'node:os'

const MIB = 2 ** 20
const GIB = 2 ** 30
const ROOMY = 1.5 * GIB
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

/**
 * How Node is started with so much memory. A gateway has two threads with a heap each, and what is not heap: in
 * little memory each heap has a quarter of it. Where there is room, what a payment needs for a moment is gone
 * before it is collected, for up to 150 MB more in each thread.
 */
export const nodeOptionsFor = (bytes: number): string =>
  bytes < ROOMY ? `--max-old-space-size=${Math.floor(bytes / 4 / MIB)}` : '--max-semi-space-size=64'

/** From where on a Temporal server of our own collects its garbage more often. */
export const temporalMemoryFor = (bytes: number): number =>
  between(GIB / 2, 2 * GIB, bytes * TEMPORAL_SHARE)

const between = (least: number, most: number, wanted: number): number =>
  Math.round(Math.min(most, Math.max(least, wanted)))
