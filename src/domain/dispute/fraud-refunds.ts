import type { Currency } from '../currency.ts'
import { isCurrency } from '../currency.ts'
import { toMinor } from '../money.ts'

/** Up to how much a payment goes back by itself when the payer's bank warns of fraud. */
export interface FraudRefund {
  currency: Currency
  /** In major units. */
  upTo: number
}

/** What may go back of a payment in this currency; nothing where nobody has said so. */
export function fraudRefundMinor(
  refunds: readonly FraudRefund[] | undefined,
  currency: Currency,
): number {
  const found = refunds?.find((one) => one.currency === currency)
  return found ? (toMinor(found.upTo, currency) ?? 0) : 0
}

/** `PLN:50,EUR:12.50` as somebody types it; a part that is none stays as it is and is refused. */
export const parseFraudRefunds = (text: string): unknown[] =>
  text.split(',').map((part): object | string => {
    const read = WRITTEN.exec(part.trim())
    return read ? { currency: read[1], upTo: Number(read[2]) } : part
  })

const WRITTEN = /^([A-Z]{3}):(\d+(?:\.\d+)?)$/

/** What is wrong with them, from wherever they came. */
export function fraudRefundsProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'must name at least one currency'
  if (!value.every(isFraudRefund)) return 'must be CURRENCY:amount, such as PLN:50'
  return new Set(value.map(({ currency }) => currency)).size === value.length
    ? undefined
    : 'must name each currency once'
}

function isFraudRefund(value: unknown): value is FraudRefund {
  const { currency, upTo, ...rest } = (value ?? {}) as Partial<FraudRefund>
  return (
    typeof currency === 'string' &&
    isCurrency(currency) &&
    typeof upTo === 'number' &&
    toMinor(upTo, currency) !== undefined &&
    Object.keys(rest).length === 0
  )
}
