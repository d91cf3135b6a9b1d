import type { Currency } from '../currency.ts'
import { toMajor } from '../money.ts'

interface Sums {
  currency: Currency
  salesMinor: number
  refundsMinor: number
  /** What disputes took with their fees, less what they gave back. */
  disputesMinor: number
  feesMinor: number
}

/** The payout of a settlement has its name, so that it is paid out once. */
export const settlementReference = (settlementId: string): string => `${PREFIX}${settlementId}`
export const settlementOfReference = (reference: string): string | undefined =>
  reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : undefined
const PREFIX = 'settlement:'

/** What a settlement comes to, as merchants read it: the parts add up to the net, to the last grosz. */
export const settlementAmounts = (sums: Sums) => {
  const { currency, salesMinor, refundsMinor, disputesMinor, feesMinor } = sums
  return {
    currency,
    gross: toMajor(salesMinor, currency),
    refunds: toMajor(refundsMinor, currency),
    disputes: toMajor(disputesMinor, currency),
    fees: toMajor(feesMinor, currency),
    net: toMajor(settlementNet(sums), currency),
  }
}

/** What is paid out; below zero, the merchant owes it. */
export const settlementNet = ({
  salesMinor,
  refundsMinor,
  disputesMinor,
  feesMinor,
}: Omit<Sums, 'currency'>): number => salesMinor - refundsMinor - disputesMinor - feesMinor
