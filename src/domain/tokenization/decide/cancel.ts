import { isOpenStatus } from '../../actor/open-status.ts'
import { endEvent } from '../../actor/ending.ts'
import { cancelledBy } from '../../reasons/reason.ts'
import { accept, refuse } from '../../actor/decision.ts'
import type { Ending } from '../../actor/ending.ts'
import type { TokenizationCommandOf } from '../commands.ts'
import type { Tokenization } from '../tokenization.ts'
import { statusOfTokenization } from '../phase.ts'
import type { Decide, TokenizationDecision } from './context.ts'

export const cancel: Decide<TokenizationCommandOf<'cancel'>> = (tokenization, { by }) => {
  if (!isOpenStatus(statusOfTokenization[tokenization.phase]))
    return refuse('tokenizer_not_cancellable')
  if (tokenization.ending) return refuse('cancel_in_progress')
  return giveUp(tokenization, { status: 'cancelled', rejectCode: cancelledBy[by] })
}

/**
 * No money is ever out, so it ends at once; only a network that may be making a token is awaited,
 * so that none is left behind that nobody knows.
 */
export const giveUp = ({ phase }: Tokenization, ending: Ending): TokenizationDecision =>
  accept([phase === 'provisioning' ? { type: 'endRequested', ending } : endEvent(ending)])
