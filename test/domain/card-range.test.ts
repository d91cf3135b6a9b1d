import { describe, expect, test } from 'vitest'
import { cardMask, cardRangeOf, luhn } from '../../src/domain/card-range.ts'

describe('cardRangeOf', () => {
  test.each([
    ['4000000000001000', 'VISA'],
    ['4111111111111111', 'VISA'],
    ['5105100000001009', 'MASTERCARD'],
    ['5555555555554444', 'MASTERCARD'],
    ['2221000000000009', 'MASTERCARD'],
    ['378282246310005', 'AMEX'],
    ['6700000000000000', 'MAESTRO'],
  ])('%s belongs to %s', (number, organization) => {
    expect(cardRangeOf(number)?.organization).toBe(organization)
  })

  test.each(['4999990000000007', '3782822463100050', '40000000000010'])(
    '%s is not supported',
    (number) => expect(cardRangeOf(number)).toBeUndefined(),
  )
})

describe('luhn', () => {
  test.each(['4000000000001000', '4000000000001026', '378282246310005', '4999990000000007'])(
    '%s has a right check digit',
    (number) => expect(luhn(number)).toBe(true),
  )
  test.each(['4000000000001001', '', '0', '4000 0000 0000 1000', 'x000000000001000'])(
    '%s has not',
    (number) => expect(luhn(number)).toBe(false),
  )
})

test('a mask shows the first six and the last four digits', () => {
  expect(cardMask('4000000000001026')).toBe('400000******1026')
  expect(cardMask('378282246310005')).toBe('378282*****0005')
})
