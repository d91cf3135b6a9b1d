import { accept, refuse } from '../../actor/decision.ts'
import { referenceOf } from '../../id.ts'
import type { TokenizationCommandOf } from '../commands.ts'
import type { Decide } from './context.ts'
import { newCall } from '../../actor/new-call.ts'
import { present } from '../../present.ts'

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

/** The network or another tokenization says how the token stands; what ended never comes back. */
export const tokenState: Decide<TokenizationCommandOf<'tokenState'>> = (
  { phase, token, tokenSaidAt = 0 },
  { status, saidAt },
) => {
  if (phase !== 'stored' || token?.status === status) return accept([])
  if (saidAt !== undefined && saidAt < tokenSaidAt) return accept([])
  if (status === 'DISCARDED') return accept([{ type: 'discardingStarted' }, { type: 'discarded' }])
  return accept([{ type: 'tokenStateChanged', status, ...present({ saidAt }) }])
}
