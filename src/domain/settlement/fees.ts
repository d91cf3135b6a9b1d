import type { Currency } from '../currency.ts'
import { exponentOf } from '../currency.ts'
import type { Method } from '../instrument.ts'
import { methods } from '../instrument.ts'

/** What a merchant pays for a payment by one method, once it is settled. */
export interface Fee {
  method: Method
  /** Of the amount, in per cent with up to three decimals. */
  percent: number
  /** In major units of the payment's currency. */
  fixed: number
}

/** To the minor unit, half up; never more than the payment itself. */
export function feeMinor(
  fees: readonly Fee[] | undefined,
  method: string,
  amountMinor: number,
  currency: Currency,
): number {
  const fee = fees?.find((one) => one.method === method)
  if (!fee) return 0
  const thousandths = BigInt(Math.round(fee.percent * 1_000))
  const share = Number((BigInt(amountMinor) * thousandths + 50_000n) / 100_000n)
  const fixedMinor = Math.round(fee.fixed * 10 ** exponentOf(currency))
  return Math.min(amountMinor, share + fixedMinor)
}

/** `CARD:1.4+0.30,BLIK:0.8` as somebody types it; a part that is none stays as it is and is refused. */
export const parseFees = (text: string): unknown[] =>
  text.split(',').map((part): object | string => {
    const read = WRITTEN.exec(part)
    if (!read) return part
    const [, method, percent, fixed] = read
    return { method, percent: Number(percent), fixed: Number(fixed ?? 0) }
  })

const WRITTEN = /^([A-Z0-9]+):(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$/

/** What is wrong with fees, from wherever they came. */
export function feesProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'must name at least one method'
  if (!value.every(isFee)) return 'must be METHOD:percent+fixed, such as CARD:1.4+0.30'
  return new Set(value.map(({ method }) => method)).size === value.length
    ? undefined
    : 'must name each method once'
}

function isFee(value: unknown): value is Fee {
  const { method, percent, fixed, ...rest } = (value ?? {}) as Partial<Fee>
  return (
    methods.some((one) => one === method) &&
    isDecimal(percent, 3, 100) &&
    isDecimal(fixed, 2, 1_000) &&
    Object.keys(rest).length === 0
  )
}

const isDecimal = (value: unknown, decimals: number, most: number): value is number =>
  typeof value === 'number' &&
  value >= 0 &&
  value <= most &&
  Number(value.toFixed(decimals)) === value
