import { describe, expect, test } from 'vitest'
import {
  chooseLanguage,
  formatAmount,
  payerReasonOf,
  texts,
} from '../../src/checkout/texts/texts.ts'
import { reasons } from '../../src/domain/reasons/reason.ts'

describe('texts', () => {
  test('no sentence is empty or left in the other language', () => {
    const flat = (value: unknown): string[] =>
      typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(flat)
        : [typeof value === 'function' ? String(value('X')) : String(value)]
    const [polish, english] = [flat(texts.pl), flat(texts.en)]
    expect(polish).toHaveLength(english.length)
    const same = polish.filter((text, index) => text === english[index] && text.length > 13)
    expect(same).toEqual(['Visa, Mastercard, Amex, Maestro'])
  })

  test('every reason that a payment can end with has words for the payer', () => {
    for (const code of Object.keys(reasons))
      expect(texts.pl.reasons).toHaveProperty(payerReasonOf(code) ?? '')
    expect(payerReasonOf('SYSTEM_ERROR')).toBe('TECHNICAL')
    expect(payerReasonOf('DO_NOT_HONOUR')).toBe('DECLINED')
    expect(payerReasonOf('GONE_LONG_AGO')).toBe('TECHNICAL')
    expect(payerReasonOf(undefined)).toBeUndefined()
  })
})

test('amounts are written as the language writes them, with the decimals of the currency', () => {
  expect(formatAmount('pl', 123450, 'PLN')).toBe('1234,50\u00a0zł')
  expect(formatAmount('en', 123450, 'PLN')).toBe('PLN\u00a01,234.50')
  expect(formatAmount('en', 500, 'JPY')).toMatch(/500$/)
})

test('the first language that we know is taken', () => {
  expect(chooseLanguage(undefined, 'en')).toBe('en')
  expect(chooseLanguage(undefined, undefined, 'de-DE,en-US;q=0.8')).toBe('en')
  expect(chooseLanguage('xx', 'pl', 'en')).toBe('pl')
  expect(chooseLanguage()).toBe('pl')
})
