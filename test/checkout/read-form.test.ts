import { describe, expect, test } from 'vitest'
import { keptOf, readForm } from '../../src/checkout/read-form.ts'

describe('readForm', () => {
  const card = { form: 'CARD', instrumentNo: '4000 0000 0000 1000', expiry: '12/99', cvv: '123' }

  test('a card comes as the API would get it', () => {
    expect(readForm(card)).toEqual({
      form: 'CARD',
      replace: true,
      instrument: { type: 'CARD', instrumentNo: '4000000000001000', expDate: '209912', cvv: '123' },
    })
  })

  test('every wrong field of a card is named', () => {
    const fields = { form: 'CARD', instrumentNo: '4000000000001001', expiry: '12', cvv: '1234' }
    expect(readForm(fields)).toEqual({
      form: 'CARD',
      wrong: { instrumentNo: 'mistyped', expiry: 'noDate', cvv: 'long' },
    })
  })

  test('a BLIK code may be typed in two groups', () => {
    expect(readForm({ form: 'BLIK', code: '777 123' })).toMatchObject({
      instrument: { type: 'BLIK_CODE', code: '777123' },
    })
    expect(readForm({ form: 'BLIK', code: '77712' })).toEqual({
      form: 'BLIK',
      wrong: { code: 'oneShort' },
    })
  })

  test('what is asked for later completes the instrument instead of replacing it', () => {
    expect(readForm({ form: 'CVV', cvv: '123' })).toMatchObject({
      replace: false,
      instrument: { cvv: '123' },
    })
    expect(readForm({ form: 'APP', app: '1001' })).toMatchObject({ replace: false })
    expect(readForm({ form: 'DEVICE' })).toEqual({ form: 'DEVICE', replace: false })
  })

  test('what was typed is sent back, but for the number and the security code', () => {
    expect(keptOf(card)).toEqual({ form: 'CARD', expiry: '12/99' })
  })

  test('a form that the page does not have is nothing', () => {
    expect(readForm({ form: 'constructor' })).toBeUndefined()
    expect(readForm({})).toBeUndefined()
  })
})
