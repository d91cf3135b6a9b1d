import { patched } from '@temporalio/workflow'
import type { Wall } from '../src/domain/actor/decision.ts'

/**
 * What only the database knew of a message, said once, is heeded by the next decision. Said again it is a
 * mistake of ours, which would go round for ever: the task fails, so that operators see it, and it is
 * tried ever less often until code comes that does better.
 */
export function meetWall(met: Set<Wall>, wall: Wall): Wall {
  if (met.has(wall) && patched('walls-met-twice'))
    throw new Error(`the database says ${wall} again, of what was decided for that reason`)
  met.add(wall)
  return wall
}
