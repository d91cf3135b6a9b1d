import { present } from '../../domain/present.ts'
import type { BlikPayment } from '../blik.ts'
import type { Terms } from './terms.ts'

/** What the payer agrees to with a PAYID: how much, how often, how long. */
export const recurringOf = (
  { limitMinor, cycleDays, expDate }: NonNullable<BlikPayment['registerAlias']>,
  { recurringType: type }: Terms,
): object => ({
  type,
  ...present({
    limitAmount: limitMinor,
    frequency: cycleDays && frequencyOf(cycleDays),
    expirationDate: expDate && endOf(expDate),
  }),
})

/** Three digits and a unit are all that it has. */
const frequencyOf = (days: number): string =>
  days <= 999 ? `${String(days)}D` : `${String(Math.min(999, Math.floor(days / 30)))}M`

/** The last second of the day that we have as YYYYMMDD. */
const endOf = (date: string): string =>
  `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)} 23:59:59`
