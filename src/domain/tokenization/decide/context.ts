import type { Decision, Wall } from '../../actor/decision.ts'
import type { TokenizationEvent } from '../events.ts'
import type { Tokenization } from '../tokenization.ts'

/** What a decision may know besides the tokenization and the message. */
export interface Context {
  commandId: string
  now: number
  requestId: string
  wall: Wall | undefined
}

export type TokenizationDecision = Decision<TokenizationEvent>

/** One small pure function per command. */
export type Decide<C> = (
  tokenization: Tokenization,
  command: C,
  context: Context,
) => TokenizationDecision
