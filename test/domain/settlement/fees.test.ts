import { describe, expect, test } from 'vitest'
import { feeMinor, feesProblem, parseFees } from '../../../src/domain/settlement/fees.ts'
import type { Fee } from '../../../src/domain/settlement/fees.ts'

const card: Fee[] = [{ method: 'CARD', percent: 1.4, fixed: 0.3 }]

describe('a fee', () => {
  test.for([
    ['per cent and fixed', card, 'CARD', 10_000, 'PLN', 170],
    [
      'half a grosz is rounded up',
      [{ method: 'CARD', percent: 0.5, fixed: 0 }],
      'CARD',
      100,
      'PLN',
      1,
    ],
    [
      'less than half is not',
      [{ method: 'CARD', percent: 0.499, fixed: 0 }],
      'CARD',
      100,
      'PLN',
      0,
    ],
    ['another method costs nothing', card, 'BLIK', 10_000, 'PLN', 0],
    [
      'never more than the payment',
      [{ method: 'CARD', percent: 1, fixed: 5 }],
      'CARD',
      100,
      'PLN',
      100,
    ],
    [
      'a currency without decimals',
      [{ method: 'CARD', percent: 2, fixed: 3 }],
      'CARD',
      1_000,
      'JPY',
      23,
    ],
    ['amounts beyond 32 bits', card, 'CARD', 99_999_999_999, 'PLN', 1_400_000_030],
  ] as const)('%s', ([, fees, method, amount, currency, expected]) => {
    expect(feeMinor(fees as Fee[], method, amount, currency)).toBe(expected)
  })

  test('without an agreement there is none', () => {
    expect(feeMinor(undefined, 'CARD', 10_000, 'PLN')).toBe(0)
  })
})

describe('fees as an operator types them', () => {
  test('are read', () => {
    expect(parseFees('CARD:1.4+0.30,BLIK:0.8')).toEqual([
      { method: 'CARD', percent: 1.4, fixed: 0.3 },
      { method: 'BLIK', percent: 0.8, fixed: 0 },
    ])
  })

  test.for([
    ['', 'such as'],
    ['CARD', 'such as'],
    ['CASH:1', 'such as'],
    ['CARD:101', 'such as'],
    ['CARD:1.4321', 'such as'],
    ['CARD:1+0.305', 'such as'],
    ['CARD:1 per cent', 'such as'],
    ['all CARD:1', 'such as'],
    ['CARD:1,CASH:2', 'such as'],
    ['CARD:1,CARD:2', 'once'],
  ] as const)('%s is refused', ([text, words]) => {
    expect(feesProblem(parseFees(text))).toContain(words)
  })

  test.for(['CARD:1.435+0.30', 'PBL:0', 'GPAY:100+1000'])('%s is taken', (text) => {
    expect(feesProblem(parseFees(text))).toBeUndefined()
  })

  test('a part that cannot be read stays as it was typed', () => {
    expect(parseFees('CARD:1,cash')).toContain('cash')
  })
})

describe('fees from elsewhere', () => {
  const fee = { method: 'CARD', percent: 1, fixed: 0 }

  test.for([[undefined], [{}], [[]]])('%j are refused: no method is named', ([value]) => {
    expect(feesProblem(value)).toBe('must name at least one method')
  })

  test.for([
    [null],
    ['CARD:1'],
    [{ ...fee, more: 1 }],
    [{ ...fee, method: undefined }],
    [{ ...fee, percent: '1' }],
    [{ ...fee, percent: -1 }],
    [{ ...fee, percent: NaN }],
    [{ ...fee, fixed: -0.01 }],
    [{ method: 'CARD', percent: 1 }],
  ])('%j is refused: it is no fee', ([value]) => {
    expect(feesProblem([value])).toContain('such as')
  })
})
