import {
  formatMajor as formatAmountOf,
  formatTime,
  keptFormat,
  locales,
} from '../checkout/texts/texts.ts'
import type { Language } from '../checkout/texts/texts.ts'
import type { Currency } from '../domain/currency.ts'

/** `1234,50 zł`: of the major units that the API answers with. */
export const formatMajor = (language: Language, amount: number, currency: string): string =>
  formatAmountOf(language, amount, currency as Currency)

/** To the second: two entries of one payment are often of the same minute. */
export const formatMoment = (language: Language, at: string | Date): string =>
  formatTime(language, new Date(at).getTime(), { dateStyle: 'medium', timeStyle: 'medium' })

export const formatShare = (language: Language, share: number): string =>
  keptFormat(
    `${language} percent`,
    () => new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 1 }),
  ).format(share)

export type TimeUnit = 'day' | 'hour' | 'minute' | 'second'

/** `7 days` */
export const formatUnits = (language: Language, count: number, unit: TimeUnit): string =>
  keptFormat(
    `${language} ${unit}`,
    () => new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }),
  ).format(count)
