import type { Decision } from './decision.ts'
import { accept } from './decision.ts'

/** An operator, or a broken rule of the database, stops the actor until somebody has looked. */
export const hold = (
  _state: unknown,
  { reason }: { reason: string },
): Decision<{ type: 'held'; reason: string }> => accept([{ type: 'held', reason }])

export const resume = ({ held }: { held?: string }): Decision<{ type: 'resumed' }> =>
  accept(held ? [{ type: 'resumed' }] : [])

/** What may still be asked of an actor that is held. */
export const isAllowedWhileHeld = (command: string): boolean =>
  command === 'resume' || command === 'advance'
