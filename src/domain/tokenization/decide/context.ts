import type { Context } from '../../actor/context.ts'
import type { Decision } from '../../actor/decision.ts'
import type { TokenizationEvent } from '../events.ts'
import type { Tokenization } from '../tokenization.ts'

export type TokenizationDecision = Decision<TokenizationEvent>

/** One small pure function per command. */
export type Decide<C> = (
  tokenization: Tokenization,
  command: C,
  context: Context,
) => TokenizationDecision
