import type { Currency } from '../currency.ts'
import type { Move } from '../dispute/facts.ts'
import { feeMoveOf } from '../dispute/facts.ts'
import type { Posting } from '../ledger.ts'
import { costSettled, receivableFrom, refundSettled, returnSettled } from '../ledger.ts'
import type { Payment } from '../payment/payment.ts'
import type { DisputeLine, LineOutcome } from './settlement.ts'
import { providerOf, readBatchId } from './settling-provider.ts'

/** What is wrong with a line of a dispute before anybody asks the dispute. */
export function disputeLineProblem(
  line: DisputeLine,
  batchId: string,
  payment: Payment | undefined,
): LineOutcome | undefined {
  if (!payment?.instrument) return 'unknown_reference'
  // An account speaks of its own charges, and of no others.
  if (providerOf(payment) !== readBatchId(batchId).provider) return 'other_provider'
  if (line.currency !== payment.order.currency) return 'other_currency'
  return line.amountMinor < 0 || (line.feeMinor ?? 0) < 0 ? 'other_amount' : undefined
}

/** The moves that a line tells of: by the names under which the provider's messages tell of them too. */
export function movesOfLine(line: DisputeLine): Move[] {
  const { reference: moveId, operation, amountMinor, feeMinor = 0 } = line
  const { at } = line.dispute
  const kind = operation === 'dispute' ? 'WITHDRAWN' : 'REINSTATED'
  const moves: Move[] = [
    { moveId, kind, amountMinor, at },
    { moveId: feeMoveOf(moveId), kind: 'FEE', amountMinor: feeMinor, at },
  ]
  return moves.filter((move) => move.amountMinor > 0)
}

/** What becomes of a line by the moves that its dispute has booked; undefined: it has yet to be told. */
export function verdictOnMoves(
  line: DisputeLine,
  booked: readonly Move[],
): 'matched' | 'other_amount' | undefined {
  const moves = movesOfLine(line)
  const known = moves.flatMap(({ moveId }) => booked.find((move) => move.moveId === moveId) ?? [])
  if (known.length < moves.length) return undefined
  const isSame = moves.every(({ kind, amountMinor }, index) => {
    const other = known[index]
    return other?.kind === kind && other.amountMinor === amountMinor
  })
  return isSame ? 'matched' : 'other_amount'
}

/** What the provider keeps back, or gives back, when it pays: what the move has left open is cleared. */
export function clearingPostings(line: DisputeLine, provider: string): Posting[] {
  const { operation, amountMinor, feeMinor = 0 } = line
  const currency = line.currency as Currency
  const cleared = operation === 'dispute' ? refundSettled : returnSettled
  return [
    ...(amountMinor === 0 ? [] : cleared(receivableFrom(provider), amountMinor, currency)),
    ...costSettled(provider, feeMinor, currency),
  ]
}
