import type { Currency } from './currency.ts'
import { toMajor } from './money.ts'

interface Sums {
  currency: Currency
  salesMinor: number
  refundsMinor: number
  feesMinor: number
}

/** What a settlement comes to, as merchants read it: the parts add up to the net, to the last grosz. */
export const settlementAmounts = ({ currency, salesMinor, refundsMinor, feesMinor }: Sums) => ({
  currency,
  gross: toMajor(salesMinor, currency),
  refunds: toMajor(refundsMinor, currency),
  fees: toMajor(feesMinor, currency),
  net: toMajor(salesMinor - refundsMinor - feesMinor, currency),
})
