import { describe, expect, test } from 'vitest'
import { brandOf, brandRangeOf } from '../../../src/domain/cards/brands.ts'
import { isCardNumber, luhn } from '../../../src/domain/cards/check-digit.ts'
import type { Organization } from '../../../src/domain/instrument.ts'

/** A number of that length with a right check digit. */
function numberFrom(lead: string, length: number): string {
  const body = lead.padEnd(length - 1, '0')
  for (let digit = 0; digit < 10; digit++) {
    const number = `${body}${String(digit)}`
    if (luhn(number)) return number
  }
  throw new Error('no check digit fits')
}

describe('both ends of every range, and what lies beside them', () => {
  const edges: [lead: string, length: number, organization: Organization | undefined][] = [
    ['4', 16, 'VISA'],
    ['4', 19, 'VISA'],
    ['4', 13, 'VISA'],
    ['4', 15, undefined],
    ['222099', 16, undefined],
    ['222100', 16, 'MASTERCARD'],
    ['272099', 16, 'MASTERCARD'],
    ['272100', 16, undefined],
    ['509999', 16, undefined],
    ['510000', 16, 'MASTERCARD'],
    ['559999', 16, 'MASTERCARD'],
    ['560000', 16, undefined],
    ['510000', 15, undefined],
    ['33', 15, undefined],
    ['34', 15, 'AMEX'],
    ['37', 15, 'AMEX'],
    ['37', 16, undefined],
    ['300', 14, 'DINERS'],
    ['305', 14, 'DINERS'],
    ['306', 14, undefined],
    ['309', 16, 'DINERS'],
    ['36', 14, 'DINERS'],
    ['39', 19, 'DINERS'],
    ['6011', 16, 'DISCOVER'],
    ['643', 16, undefined],
    ['644', 16, 'DISCOVER'],
    ['65', 16, 'DISCOVER'],
    ['3527', 16, undefined],
    ['3528', 16, 'JCB'],
    ['3589', 16, 'JCB'],
    ['3590', 16, undefined],
    ['62', 16, 'UNIONPAY'],
    ['622126', 16, 'UNIONPAY'],
    ['8100', 16, 'UNIONPAY'],
    ['8171', 16, 'UNIONPAY'],
    ['8172', 16, undefined],
    ['561270', 16, undefined],
    ['561271', 16, 'MAESTRO'],
    ['67', 12, 'MAESTRO'],
    ['67', 19, 'MAESTRO'],
    ['6304', 16, 'MAESTRO'],
    ['602050', 16, 'MAESTRO'],
    ['602051', 16, undefined],
    ['99', 16, undefined],
  ]
  test.each(edges)('%s with %i digits', (lead, length, organization) => {
    expect(brandOf(numberFrom(lead, length))).toBe(organization)
  })
})

describe('a scheme of one country inside the range of a large organization', () => {
  test.each(['401178', '650031', '655058', '5019', '2200', '9792'])('%s is nobody’s', (lead) => {
    expect(brandRangeOf(numberFrom(lead, 16))).toBeDefined()
    expect(brandOf(numberFrom(lead, 16))).toBeUndefined()
  })
  test.each(['401177', '401180', '650034'])('%s beside it is not touched', (lead) => {
    expect(brandOf(numberFrom(lead, 16))).toBeDefined()
  })
})

describe('the check digit', () => {
  test.each([
    '4000000000001001',
    '5105100000001008',
    '378282246310006',
    '6011000000000005',
    '6277800000000001',
    '8172000000000001',
  ])('%s: a wrong one is no card number', (number) => expect(isCardNumber(number)).toBe(false))
  test.each(['6212345678900000003', '6212345678900000000', '5010800000000001', '8171000000000001'])(
    '%s may have any',
    (number) => expect(isCardNumber(number)).toBe(true),
  )
  test('a number that nobody issues needs one', () => {
    expect(isCardNumber(numberFrom('999999', 16))).toBe(true)
    expect(isCardNumber('9999990000000000')).toBe(false)
  })
  test.each(['', '4', '40000000001', '4000 0000 0000 1000', '40000000000010000000000'])(
    '%j is no card number',
    (text) => expect(isCardNumber(text)).toBe(false),
  )
})
