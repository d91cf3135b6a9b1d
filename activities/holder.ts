import { setTimeout as sleep } from 'node:timers/promises'
import type { Beats } from '../src/postgres/processes/beats.ts'

const FRESH_MS = 2_500
const WATCH_MS = 3_000
const LOOK_MS = 250

export type HolderActivities = ReturnType<typeof createHolderActivities>

/** Whether the process that a call has to be made by still lives. */
export const createHolderActivities = ({ beats }: { beats: Pick<Beats, 'last'> }) => ({
  /**
   * A beat that is old proves nothing when the database itself was away: only a process that says
   * nothing while it is watched is gone.
   */
  holderLives: async (queue: string): Promise<boolean> => {
    const first = await beats.last(queue, FRESH_MS)
    if (first?.fresh) return true
    for (let watchedMs = 0; watchedMs < WATCH_MS; watchedMs += LOOK_MS) {
      await sleep(LOOK_MS)
      const next = await beats.last(queue, FRESH_MS)
      if (next && next.at !== first?.at) return true
    }
    return false
  },
})
