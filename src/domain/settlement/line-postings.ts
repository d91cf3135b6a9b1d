import type { Currency } from '../currency.ts'
import {
  costSettled,
  receivableFrom,
  receivableOf,
  refundSettled,
  returnSettled,
} from '../ledger.ts'
import type { Posting } from '../ledger.ts'
import type { Payment } from '../payment/payment.ts'
import type { ChargeLine, LineOutcome } from './settlement.ts'
import { accountNamed, readBatchId } from './settling-provider.ts'

/** What a line moves beside its payment: money that is kept back or sent back, and costs. */
export function linePostings(
  line: ChargeLine,
  batchId: string,
  outcome: LineOutcome,
  payment: Payment | undefined,
): Posting[] {
  if (!payment) return []
  const { amountMinor, feeMinor = 0 } = line
  const currency = line.currency as Currency
  const { provider } = readBatchId(batchId)
  // What went back may have stood elsewhere than the payment does now.
  const receivable =
    outcome === 'returned' && accountNamed(provider)
      ? receivableFrom(provider)
      : receivableOf(payment)
  const costs = costSettled(provider, feeMinor, currency)
  switch (outcome) {
    case 'settled':
      return costs
    case 'matched':
    case 'returned':
      return line.operation === 'refund'
        ? [...refundSettled(receivable, amountMinor, currency), ...costs]
        : [...returnSettled(receivable, amountMinor, currency), ...costs]
    default:
      return []
  }
}
