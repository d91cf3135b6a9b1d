import { isOpenStatus } from '../actor/open-status.ts'
import type { Tokenization } from './tokenization.ts'
import { statusOfTokenization } from './phase.ts'

/** `delivery` is the notification lane's own; it only comes on a moved clock. */
export type TokenizationDeadlineName =
  | 'expiry'
  | 'challengeTimeout'
  | 'challengeResult'
  | 'redirectTimeout'
  | 'redirectResult'
  | 'delivery'
  | 'advanceEnd'

export interface TokenizationDeadline {
  name: TokenizationDeadlineName
  at: number
}

/** What falls due by itself, and when; the earliest first. */
export function deadlines(tokenization: Tokenization): TokenizationDeadline[] {
  const { phase, validUntil, challenge, redirect, calls, ending, held, advance } = tokenization
  const isOpen = isOpenStatus(statusOfTokenization[phase])
  const list: TokenizationDeadline[] = []
  if (isOpen && !ending && !held) list.push({ name: 'expiry', at: validUntil })
  if (phase === 'challenging' && challenge && !held)
    list.push({ name: 'challengeTimeout', at: challenge.until })
  if (phase === 'challenging' && challenge?.askAt && !held && calls.length === 0)
    list.push({ name: 'challengeResult', at: challenge.askAt })
  if (phase === 'redirected' && redirect && !held) {
    list.push({ name: 'redirectTimeout', at: redirect.until })
    if (calls.length === 0) list.push({ name: 'redirectResult', at: redirect.askAt })
  }
  if (advance) list.push({ name: 'advanceEnd', at: advance.target })
  return list.sort((a, b) => a.at - b.at)
}

/**
 * True when nothing can happen any more, but for notifications still to be delivered. While the
 * token lives, so does its tokenization: it can be discarded, by the merchant or by the network.
 */
export const finished = (tokenization: Tokenization): boolean =>
  ['rejected', 'cancelled', 'errored', 'discarded'].includes(tokenization.phase) &&
  tokenization.calls.length === 0 &&
  deadlines(tokenization).length === 0 &&
  !tokenization.held
