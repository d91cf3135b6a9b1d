import { describe, expect, test } from 'vitest'
import { expDateOf, readForm } from '../../src/checkout/read-form.ts'

const now = Date.UTC(2026, 10, 15)

describe('expDateOf', () => {
  test.each([
    ['12/30', '203012'],
    ['1/30', '203001'],
    ['12 / 2030', '203012'],
    ['1230', '203012'],
    ['11/26', '202611'],
  ])('%s is %s', (text, expDate) => {
    expect(expDateOf(text, now)).toBe(expDate)
  })

  test.each(['', '13/30', '10/26', '00/30', '12/3', 'abc', '2030/12'])(
    '%s is no date to pay with',
    (text) => {
      expect(expDateOf(text, now)).toBeUndefined()
    },
  )
})

describe('readForm', () => {
  const card = { form: 'CARD', instrumentNo: '4000 0000 0000 1000', expiry: '12/99', cvv: '123' }

  test('a card comes as the API would get it', () => {
    expect(readForm(card)).toEqual({
      form: 'CARD',
      replace: true,
      instrument: {
        type: 'CARD',
        instrumentNo: '4000000000001000',
        expDate: '209912',
        cvv: '123',
      },
    })
  })

  test('every wrong field of a card is named', () => {
    const fields = { form: 'CARD', instrumentNo: '4000000000001001', expiry: '12', cvv: '1234' }
    expect(readForm(fields)).toEqual({ form: 'CARD', wrong: ['instrumentNo', 'expiry', 'cvv'] })
  })

  test('a BLIK code may be typed in two groups', () => {
    expect(readForm({ form: 'BLIK', code: '777 123' })).toMatchObject({
      instrument: { type: 'BLIK_CODE', code: '777123' },
    })
    expect(readForm({ form: 'BLIK', code: '77712' })).toEqual({ form: 'BLIK', wrong: ['code'] })
  })

  test('what is asked for later completes the instrument instead of replacing it', () => {
    expect(readForm({ form: 'CVV', cvv: '123' })).toMatchObject({
      replace: false,
      instrument: { cvv: '123' },
    })
    expect(readForm({ form: 'APP', app: '1001' })).toMatchObject({ replace: false })
    expect(readForm({ form: 'DEVICE' })).toEqual({ form: 'DEVICE', replace: false })
  })

  test('a form that the page does not have is nothing', () => {
    expect(readForm({ form: 'constructor' })).toBeUndefined()
    expect(readForm({})).toBeUndefined()
  })
})
