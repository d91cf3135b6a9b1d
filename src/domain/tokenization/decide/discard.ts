import { accept, refuse } from '../../actor/decision.ts'
import { referenceOf } from '../../id.ts'
import type { TokenizationCommandOf } from '../commands.ts'
import type { Decide } from './context.ts'
import { newCall } from '../../actor/new-call.ts'

/** The merchant wants the token gone: it is dead with this commit, then everybody is told. */
export const discard: Decide<TokenizationCommandOf<'discard'>> = (
  { id, phase },
  _command,
  { commandId },
) => {
  if (phase === 'discarding' || phase === 'discarded') return accept([])
  if (phase !== 'stored') return refuse('tokenizer_not_discardable')
  const call = newCall('discardToken', referenceOf(id, 'discard', commandId))
  return accept([{ type: 'discardingStarted', call }])
}
