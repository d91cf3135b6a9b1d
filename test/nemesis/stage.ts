import type { World } from '../faults/world.ts'
import type { Random } from './random.ts'
import type { Recorder } from './recorder.ts'

/** One merchant's dealings with one payment, card or dispute. */
export interface Stage {
  world: World
  recorder: Recorder
  random: Random
}

/** The clock of one of them goes on by so much. */
export async function jump({ world }: Stage, id: string, seconds: number): Promise<void> {
  await world.call('POST', `/sandbox/${id}/advance`, { seconds })
}
