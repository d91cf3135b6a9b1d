import type { Posting } from '../ledger.ts'
import { payable, providerCosts, receivableFrom } from '../ledger.ts'
import type { DisputeNames } from './dispute.ts'
import type { Move } from './facts.ts'
import type { MoveKind } from './words.ts'

type Books = Pick<DisputeNames, 'merchantId' | 'provider' | 'currency'>

/**
 * What a move does in the books: the merchant has less, and the provider owes us less; given back, the
 * other way round. A merchant that was paid out meanwhile owes it.
 */
export const movePostings = (books: Books, { kind, amountMinor }: Move): Posting[] => {
  const { merchantId, provider, currency } = books
  const takenMinor = kind === 'REINSTATED' ? -amountMinor : amountMinor
  return [
    { account: payable(merchantId), amountMinor: -takenMinor, currency },
    { account: otherSide[kind](provider), amountMinor: takenMinor, currency },
  ]
}

const otherSide: Record<MoveKind, (provider: string) => string> = {
  WITHDRAWN: receivableFrom,
  REINSTATED: receivableFrom,
  FEE: providerCosts,
}
