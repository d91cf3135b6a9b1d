import { expect, test } from 'vitest'
import type { Currency } from '../../src/domain/currency.ts'
import { currencies, exponentOf, isCurrency, numericCode } from '../../src/domain/currency.ts'

const codes = Object.keys(currencies) as Currency[]
const withDecimals = (count: number) => codes.filter((code) => exponentOf(code) === count)

test('the currencies that do not have two decimals are those of ISO 4217', () => {
  expect(withDecimals(0).join(' ')).toBe(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  )
  expect(withDecimals(3).join(' ')).toBe('BHD IQD JOD KWD LYD OMR TND')
  expect(withDecimals(4).join(' ')).toBe('CLF UYW')
  expect(withDecimals(2)).toHaveLength(codes.length - 17 - 7 - 2)
})

test('each has three letters and a numeric code of three digits', () => {
  expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
  expect(codes.filter((code) => !/^\d{3}$/.test(numericCode(code)))).toEqual([])
})

test('no two have one numeric code, but for the guilder that was renamed', () => {
  const shared = codes.filter((code) =>
    codes.some((other) => other !== code && numericCode(other) === numericCode(code)),
  )
  expect(shared).toEqual(['ANG', 'XCG'])
})

test.for([
  ['PLN', '985'],
  ['EUR', '978'],
  ['USD', '840'],
  ['JPY', '392'],
  ['ALL', '008'],
] as const)('%s is %s to an acquirer', ([code, numeric]) => {
  expect(numericCode(code)).toBe(numeric)
})

test('what is no currency is not taken for one', () => {
  expect(isCurrency('PLN')).toBe(true)
  for (const code of ['pln', '', 'XTS', 'toString', '__proto__', 'constructor'])
    expect(isCurrency(code)).toBe(false)
})
