import { z } from 'zod'
import type { Currency } from '../domain/currency.ts'
import { toMinor } from '../domain/money.ts'

export const AMOUNT_PROBLEM =
  'must be a positive amount, at most 999999999.99, with no more decimals than its currency has'

/**
 * Major units, as a number or a plain decimal string. How many decimals are too many depends on the
 * currency: `minorOf` is asked where that is known.
 */
export const Amount = z
  .union(
    [
      z.number().meta({ exclusiveMinimum: 0, maximum: 999_999_999.99 }),
      z.string().max(16).meta({ pattern: '^0*\\d{1,9}(\\.\\d{1,4})?$' }),
    ],
    AMOUNT_PROBLEM,
  )
  .refine((amount) => toMinor(amount, mostDecimals) !== undefined, {
    error: AMOUNT_PROBLEM,
    abort: true,
  })
  .describe('Major units (99.99), exact: no rounding. A plain decimal string is taken too')
  .meta({ examples: [99.99] })

export type Amount = z.infer<typeof Amount>

export const minorOf = (amount: Amount, currency: Currency): number | undefined =>
  toMinor(amount, currency)

export const Major = z.number().describe('Major units of the currency')

const mostDecimals = 'CLF' satisfies Currency
