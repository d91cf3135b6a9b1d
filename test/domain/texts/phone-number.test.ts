import { describe, expect, test } from 'vitest'
import { callingCodeOf } from '../../../src/domain/texts/calling-codes.ts'
import { alphaTwoOf } from '../../../src/domain/texts/country.ts'
import { phoneNumber } from '../../../src/domain/texts/phone-number.ts'

describe('a phone number', () => {
  test.for([
    [{ countryCode: '48', phoneNo: '601234567' }, '48 601234567'],
    [{ countryCode: '+48', phoneNo: '600 700 800' }, '48 600700800'],
    [{ countryCode: '0048', phoneNo: '600-700-800' }, '48 600700800'],
    [{ countryCode: '48', phoneNo: '+48601234567' }, '48 601234567'],
    [{ countryCode: 'PL', phoneNo: '601 234 567' }, '48 601234567'],
    [{ countryCode: 'pol', phoneNo: '601–234–567' }, '48 601234567'],
    [{ phoneNo: '0048 601-234-567' }, '48 601234567'],
    [{ phoneNo: '+1 (415) 555-2671' }, '1 4155552671'],
    [{ phoneNo: '+49 (0)171 1234567' }, '49 1711234567'],
    [{ countryCode: 'DE', phoneNo: '0171/1234567' }, '49 1711234567'],
    [{ countryCode: '39', phoneNo: '06 6982' }, '39 066982'],
    [{ countryCode: '49', phoneNo: '+48601234567' }, '48 601234567'],
    [{ phoneNo: '＋４８６０１２３４５６７' }, '48 601234567'],
  ] as const)('%j is %s', ([written, meant]) => {
    expect(phoneNumber(written)).toBe(meant)
  })

  test.for([
    {},
    { phoneNo: '601234567' },
    { phoneNo: '600 700 800' },
    { countryCode: '48' },
    { countryCode: '48', phoneNo: 'call me' },
    { countryCode: '999', phoneNo: '601234567' },
    { countryCode: 'Poland', phoneNo: '601234567' },
    { countryCode: 'ZZ', phoneNo: '601234567' },
    { phoneNo: '+999601234567' },
    { phoneNo: '+48' },
    { phoneNo: '+48 12' },
    { phoneNo: `+48${'6'.repeat(20)}` },
    { phoneNo: '++48601234567' },
    { countryCode: '48', phoneNo: '4000000000001000' },
    { phoneNo: '+371449635398431' },
    { phoneNo: 'x'.repeat(60_000) },
  ])('%j cannot be understood', (written) => {
    expect(phoneNumber(written)).toBeUndefined()
  })
})

test('every country whose code is known can be called', () => {
  const countries = [
    'PL',
    'DE',
    'US',
    'CA',
    'GB',
    'IT',
    'VA',
    'KZ',
    'CZ',
    'UA',
    'XK',
    'BD',
    'TW',
    'HK',
  ]
  for (const country of countries) expect(callingCodeOf(country), country).toMatch(/^[1-9]\d{0,2}$/)
  expect([alphaTwoOf('POL'), alphaTwoOf('pl'), alphaTwoOf('616'), alphaTwoOf('?')]).toEqual([
    ...['PL', 'PL', 'PL'],
    undefined,
  ])
})
