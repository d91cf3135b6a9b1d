import type { CallWay } from './call-way.ts'
import type { TokenCallKind } from './call.ts'

/** How the calls are made that only a tokenization makes; the others it shares with payments. */
export const tokenCallWays: Record<TokenCallKind, CallWay> = {
  assignToken: {
    repeats: 'untilAnswered',
    made: 'outside',
    atProvider: 'none',
    words: 'assign a token',
  },
  provision: {
    repeats: 'bounded',
    made: 'outside',
    atProvider: 'none',
    words: 'provision a network token',
  },
  inquireProvision: {
    repeats: 'untilAnswered',
    made: 'outside',
    atProvider: 'none',
    words: 'inquire the network token',
  },
  discardToken: {
    repeats: 'untilAnswered',
    made: 'outside',
    atProvider: 'none',
    words: 'discard the token',
  },
}
