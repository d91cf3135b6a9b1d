import { accept, refuse } from '../../actor/decision.ts'
import type { TokenizationCommandOf } from '../commands.ts'
import type { TokenizationEvent } from '../events.ts'
import { evolve } from '../evolve.ts'
import { missing } from '../wants.ts'
import type { Decide } from './context.ts'
import { startProcessing } from './process.ts'

/** Card or device data of a tokenization that still waits for them. */
export const complete: Decide<TokenizationCommandOf<'complete'>> = (
  tokenization,
  command,
  context,
) => {
  const { phase } = tokenization
  if (phase !== 'gathering' && phase !== 'awaitingDetails')
    return refuse('tokenizer_not_completable')
  const { name: _, earlyReject, ...details } = command
  const given: TokenizationEvent = { type: 'detailsGiven', ...details }
  if (earlyReject) return accept([given, { type: 'rejected', rejectCode: earlyReject }])
  const after = evolve(tokenization, given, context.now)
  return accept(missing(after) ? [given] : [given, ...startProcessing(after, context)])
}
