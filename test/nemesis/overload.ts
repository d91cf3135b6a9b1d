import { setTimeout as sleep } from 'node:timers/promises'
import type { Spread } from '../bench/measure.ts'
import { plainSale } from './lives.ts'
import { refusalsOf } from './recovery.ts'
import type { Stage } from './stage.ts'

export const OVERLOAD_CLIENTS = 128
const SAMPLE = 15
/** Longer than is normal by far. */
const PATIENCE_MS = 30_000
/** How soon after the rush everything must be as it was. */
export const RECOVERY_MS = 10_000

/** How long a merchant waits for the answer to a sale, in ms. */
export interface Waits {
  before: number
  after: number
  /** To hear, in the rush, that there is no place. */
  refusals: Spread
}

/** Many clients at once for a while; then how long a sale takes when they are gone. */
export async function overload(stage: Stage, forMs: number): Promise<Waits> {
  const before = await median(stage)
  const end = Date.now() + forMs
  const earlier = stage.recorder.commands.length
  const client = async () => {
    while (Date.now() < end) await plainSale(stage)
  }
  await Promise.all(Array.from({ length: OVERLOAD_CLIENTS }, client))
  const refusals = refusalsOf(stage.recorder.commands.slice(earlier))
  await sleep(RECOVERY_MS)
  return { before, after: await median(stage), refusals }
}

/** Normal: not much slower than before, on a machine that has other things to do as well. */
export const isNormal = ({ before, after }: Pick<Waits, 'before' | 'after'>): boolean =>
  after <= Math.max(2_000, 4 * before)

/** What is refused at once is not quick: it is asked for until it is made. */
async function untilSold(stage: Stage): Promise<number> {
  const begun = performance.now()
  while (!(await plainSale(stage)) && performance.now() - begun < PATIENCE_MS) await sleep(50)
  return performance.now() - begun
}

async function median(stage: Stage): Promise<number> {
  const waits: number[] = []
  for (let done = 0; done < SAMPLE; done += 1) {
    waits.push(await untilSold(stage))
  }
  return Math.round(waits.sort((a, b) => a - b)[SAMPLE >> 1] ?? 0)
}
