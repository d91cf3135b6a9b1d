import type { PayerReason } from '../../domain/reasons/payer-text.ts'
import { reasonOf } from '../../domain/reasons/reason.ts'
import { exponentOf } from '../../domain/currency.ts'
import type { Currency } from '../../domain/currency.ts'
import { toMajor } from '../../domain/money.ts'
import { en } from './en.ts'
import { pl } from './pl.ts'

export const languages = ['pl', 'en'] as const
export type Language = (typeof languages)[number]
export type Texts = typeof en

export const texts: Record<Language, Texts> = { pl, en }

/** The language asked for, else the merchant's, else the browser's, else Polish. */
export function chooseLanguage(...wishes: (string | undefined)[]): Language {
  for (const wish of wishes) {
    const found = wish
      ?.split(',')
      .map((part) => part.trim().slice(0, 2).toLowerCase())
      .find(isLanguage)
    if (found) return found
  }
  return 'pl'
}

export const isLanguage = (code: string): code is Language =>
  (languages as readonly string[]).includes(code)

/** `1234,50 zł`, `PLN 1,234.50`: as the language writes it, with the currency's own decimals. */
export const formatAmount = (language: Language, minor: number, currency: Currency): string =>
  formatMajor(language, toMajor(minor, currency), currency)

/** The same of major units. */
export function formatMajor(language: Language, amount: number, currency: Currency): string {
  const digits = exponentOf(currency)
  const format = keptFormat(
    `${language} ${currency}`,
    () =>
      new Intl.NumberFormat(locales[language], {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  )
  return format.format(amount)
}

/** At the payer's most likely place; the island shows the browser's own time. */
export function formatTime(language: Language, at: number, style: TimeStyle): string {
  const { dateStyle = '', timeStyle = '' } = style
  const format = keptFormat(
    `${language} ${dateStyle} ${timeStyle}`,
    () => new Intl.DateTimeFormat(locales[language], { ...style, timeZone: 'Europe/Warsaw' }),
  )
  return format.format(at)
}

type Format = Intl.NumberFormat | Intl.DateTimeFormat
const formats = new Map<string, Format>()

/** Making one takes fifty times as long as using it, and a page of a list uses a hundred. */
export function keptFormat<Kept extends Format>(name: string, make: () => Kept): Kept {
  const format = (formats.get(name) as Kept | undefined) ?? make()
  formats.set(name, format)
  return format
}

export type TimeStyle = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>

export const locales: Record<Language, string> = { pl: 'pl-PL', en: 'en-GB' }

/** The sentence for a reject code; what a payer can do nothing about is one technical problem. */
export const payerReasonOf = (code: string | undefined): PayerReason | undefined =>
  code === undefined ? undefined : (reasonOf(code)?.payer ?? 'TECHNICAL')
