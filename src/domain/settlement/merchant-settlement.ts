import type { Currency } from '../currency.ts'
import { toMajor } from '../money.ts'

interface Sums {
  currency: Currency
  salesMinor: number
  refundsMinor: number
  feesMinor: number
}

/** The payout of a settlement has its name, so that it is paid out once. */
export const settlementReference = (settlementId: string): string => `${PREFIX}${settlementId}`
export const settlementOfReference = (reference: string): string | undefined =>
  reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : undefined
const PREFIX = 'settlement:'

/** What a settlement comes to, as merchants read it: the parts add up to the net, to the last grosz. */
export const settlementAmounts = ({ currency, salesMinor, refundsMinor, feesMinor }: Sums) => ({
  currency,
  gross: toMajor(salesMinor, currency),
  refunds: toMajor(refundsMinor, currency),
  fees: toMajor(feesMinor, currency),
  net: toMajor(salesMinor - refundsMinor - feesMinor, currency),
})
