import { describe, expect, test } from 'vitest'
import type { Currency } from '../../src/domain/currency.ts'
import { formatGivenMoney, formatMoney, proRata, toMajor, toMinor } from '../../src/domain/money.ts'

describe('an amount that a merchant writes', () => {
  test.for([
    ['99.99', 'PLN', 9_999],
    [99.99, 'PLN', 9_999],
    ['99.9', 'PLN', 9_990],
    ['99', 'PLN', 9_900],
    ['010.50', 'PLN', 1_050],
    ['000.01', 'PLN', 1],
    ['0.01', 'PLN', 1],
    ['0.1', 'PLN', 10],
    ['10', 'JPY', 10],
    ['1.5', 'BHD', 1_500],
    ['1.234', 'BHD', 1_234],
    ['1.2345', 'CLF', 12_345],
    ['999999999.99', 'PLN', 99_999_999_999],
    ['999999999', 'JPY', 999_999_999],
    ['999999999.99', 'CLF', 9_999_999_999_900],
  ] as const)('%s %s is %d in the smallest unit', ([amount, currency, minor]) => {
    expect(toMinor(amount, currency)).toBe(minor)
  })

  test.for<[string | number, Currency, string]>([
    ['1.001', 'PLN', 'more decimals than the currency has'],
    ['1.10', 'JPY', 'decimals of a currency without any'],
    ['1.0001', 'BHD', 'more than three decimals'],
    ['0', 'PLN', 'zero'],
    ['0.00', 'PLN', 'zero with decimals'],
    ['-1', 'PLN', 'a negative'],
    ['+1', 'PLN', 'a sign'],
    ['1e3', 'PLN', 'an exponent'],
    [1e21, 'JPY', 'a number that prints with an exponent'],
    ['1.', 'PLN', 'a point without decimals'],
    ['.5', 'PLN', 'a point without a whole'],
    ['1,5', 'PLN', 'a comma'],
    ['1.2.3', 'PLN', 'two points'],
    [' 1', 'PLN', 'a space before'],
    ['1 ', 'PLN', 'a space after'],
    ['1x', 'PLN', 'a letter after'],
    ['x1', 'PLN', 'a letter before'],
    ['x', 'PLN', 'a letter'],
    ['', 'PLN', 'nothing'],
    [Number.NaN, 'PLN', 'no number'],
    [Infinity, 'PLN', 'infinity'],
    ['1000000000', 'PLN', 'more than the most'],
    ['999999999.991', 'BHD', 'a thousandth more than the most'],
  ])('%s %s is none: %s', ([amount, currency]) => {
    expect(toMinor(amount, currency)).toBeUndefined()
  })
})

describe('an amount that a merchant reads', () => {
  test.for([
    [9_999, 'PLN', 99.99],
    [9_990, 'PLN', 99.9],
    [1, 'PLN', 0.01],
    [0, 'PLN', 0],
    [-150, 'PLN', -1.5],
    [-5, 'JPY', -5],
    [10, 'JPY', 10],
    [1_234, 'BHD', 1.234],
    [12_345, 'CLF', 1.2345],
    [99_999_999_999, 'PLN', 999_999_999.99],
  ] as const)('%d of the smallest unit of %s is %d', ([minor, currency, major]) => {
    expect(toMajor(minor, currency)).toBe(major)
  })

  test.for([0.5, Number.NaN, 2 ** 53])('%d is no amount of smallest units', (minor) => {
    expect(() => toMajor(minor, 'PLN')).toThrow(`broken invariant: minor units ${minor}`)
  })

  test.for([
    [9_990, 'PLN', 'PLN 99.90'],
    [1, 'PLN', 'PLN 0.01'],
    [-1, 'PLN', 'PLN -0.01'],
    [100, 'PLN', 'PLN 1.00'],
    [7, 'JPY', 'JPY 7'],
    [-70, 'JPY', 'JPY -70'],
    [1, 'BHD', 'BHD 0.001'],
  ] as const)('%d of %s reads %s', ([minor, currency, text]) => {
    expect(formatMoney(minor, currency)).toBe(text)
  })
})

test('what others wrote is never shown in the wrong unit', () => {
  expect(formatGivenMoney(189_950, 'PLN')).toBe('PLN 1899.50')
  expect(formatGivenMoney(189_950, 'XXQ')).toBe('XXQ 189950 in minor units')
})

describe('the share of a part', () => {
  test.for([
    [333, 1_000, 4_000, 83],
    [333, 4_000, 4_000, 333],
    [333, 0, 4_000, 0],
    [0, 1, 1, 0],
    // 2^53 times itself is beyond what a number holds exactly.
    [9_007_199_254_740_991, 99_999_999_998, 99_999_999_999, 9_007_199_254_650_919],
  ] as const)('of %d for %d of %d is %d, rounded down', ([whole, part, of, share]) => {
    expect(proRata(whole, part, of)).toBe(share)
  })

  test.for([
    [10, 2, 1],
    [10, 0, 0],
    [10, -2, -1],
  ] as const)('of %d for %d of %d does not exist', ([whole, part, of]) => {
    expect(() => proRata(whole, part, of)).toThrow(`broken invariant: ${part} of ${of}`)
  })
})
