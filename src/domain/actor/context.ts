import { originOf } from './call.ts'
import type { Wall } from './decision.ts'

/** What a decision may know besides the state and the message. */
export interface Context {
  commandId: string
  now: number
  requestId: string
  wall: Wall | undefined
}

/** Of a result or a deadline: what follows is called after the command that it goes back to. */
export const contextOf = (
  causeId: string,
  { id, requestId }: { id: string; requestId: string },
  now: number,
  wall: Wall | undefined,
): Context => ({ commandId: originOf(causeId) ?? id, now, requestId, wall })
