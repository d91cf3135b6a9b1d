import type { Wall } from './decision.ts'

/** What a decision may know besides the state and the message. */
export interface Context {
  commandId: string
  now: number
  requestId: string
  wall: Wall | undefined
}
