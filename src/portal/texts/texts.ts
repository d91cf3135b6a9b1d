import { formatTime, languages, locales } from '../../checkout/texts/texts.ts'
import type { Language } from '../../checkout/texts/texts.ts'
import { exponentOf } from '../../domain/currency.ts'
import type { Currency } from '../../domain/currency.ts'
import { en } from './en.ts'
import { pl } from './pl.ts'

export { chooseLanguage, isLanguage } from '../../checkout/texts/texts.ts'
export { languages, locales }
export type { Language }
export type Texts = typeof en

export const texts: Record<Language, Texts> = { pl, en }

/** `1234,50 zł`: of the major units that the API answers with. */
export function formatMajor(language: Language, amount: number, currency: string): string {
  const digits = exponentOf(currency as Currency)
  return new Intl.NumberFormat(locales[language], {
    ...{ style: 'currency', currency },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  }).format(amount)
}

/** To the second: two entries of one payment are often of the same minute. */
export const formatMoment = (language: Language, at: string | Date): string =>
  formatTime(language, new Date(at).getTime(), { dateStyle: 'medium', timeStyle: 'medium' })

export const formatShare = (language: Language, share: number): string =>
  new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 1 }).format(
    share,
  )
