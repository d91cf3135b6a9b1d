import { assert } from './assert.ts'
import type { Currency } from './currency.ts'
import { exponentOf, isCurrency } from './currency.ts'

const MAX_MAJOR = 999_999_999.99
const PLAIN_DECIMAL = /^\d+(\.\d+)?$/

/**
 * Major units as a merchant writes them (`99.99` or `"99.99"`) to integer minor units.
 * Exact or nothing: too many decimals, exponents, zero and negatives give undefined.
 */
export function toMinor(amount: number | string, currency: Currency): number | undefined {
  const text = String(amount)
  if (!PLAIN_DECIMAL.test(text)) return undefined
  const decimals = text.split('.')[1]?.length ?? 0
  const exponent = exponentOf(currency)
  if (decimals > exponent) return undefined
  const minor = Number(text.replace('.', '') + '0'.repeat(exponent - decimals))
  return minor > 0 && Number(text) <= MAX_MAJOR ? minor : undefined
}

/** Integer minor units to the JSON number a merchant reads. */
export function toMajor(minor: number, currency: Currency): number {
  assert(Number.isSafeInteger(minor), `minor units ${minor}`)
  return Number(decimal(minor, currency))
}

/** `PLN 99.99`, for people. */
export const formatMoney = (minor: number, currency: Currency): string =>
  `${currency} ${decimal(minor, currency)}`

/** The same for what others wrote: a currency that we do not know has no known decimals. */
export const formatGivenMoney = (minor: number, currency: string): string =>
  isCurrency(currency) ? formatMoney(minor, currency) : `${currency} ${minor} in minor units`

/** The share of a whole that belongs to a part, rounded down; the last part takes the rest. */
export function proRata(wholeMinor: number, partMinor: number, ofMinor: number): number {
  assert(partMinor <= ofMinor && ofMinor > 0, `${partMinor} of ${ofMinor}`)
  return Number((BigInt(wholeMinor) * BigInt(partMinor)) / BigInt(ofMinor))
}

/** Exact, as text: `99.99`. */
export function decimal(minor: number, currency: Currency): string {
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
