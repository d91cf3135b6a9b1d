import { describe, expect, test } from 'vitest'
import { fieldsOf, readLinkForm } from '../../../src/checkout/link/read-link-form.ts'
import type { PaymentLink } from '../../../src/domain/payment/payment-link.ts'

type Asked = Pick<PaymentLink, 'price' | 'currency' | 'terms'>
const fixed: Asked = { price: { amountMinor: 2_500 }, currency: 'PLN', terms: {} }
const open: Asked = { ...fixed, price: { minMinor: 500, maxMinor: 125_050 } }
const email = 'anna@example.com'

describe('the page of a payment link', () => {
  test('asks for no more than the link does', () => {
    expect(fieldsOf(fixed)).toEqual(['email'])
    expect(fieldsOf({ ...open, terms: { collect: ['email', 'name', 'address'] } })).toEqual([
      ...['amount', 'email', 'name', 'street', 'postal', 'city'],
    ])
  })

  test('takes the amount of the link, whatever the form says', () => {
    expect(readLinkForm(fixed, { email, amount: '1' })).toMatchObject({ amountMinor: 2_500 })
  })

  test.each([
    ['5', 500],
    ['1 250,50', 125_050],
    ['1250.50', 125_050],
  ])('takes %s as people write it', (amount, amountMinor) => {
    expect(readLinkForm(open, { email, amount })).toMatchObject({ amountMinor })
  })

  test.each(['', '4.99', '1250.51', '5.001', '-5', '5e1', 'five', '1.250,50'])(
    'refuses the amount %s',
    (amount) => {
      expect(readLinkForm(open, { email, amount })).toEqual({ wrong: ['amount'] })
    },
  )

  test('names each field that is empty or wrong', () => {
    const link: Asked = { ...open, terms: { collect: ['name', 'phone'] } }
    const typed = { email: 'anna', amount: '5', name: ' ', phone: '600 100 200' }
    expect(readLinkForm(link, typed)).toEqual({ wrong: ['email', 'name'] })
  })

  test('makes a customer of what was typed', () => {
    const link: Asked = { ...fixed, terms: { collect: ['name', 'phone', 'address'] } }
    const typed = { email, name: 'Anna Nowak', phone: '600 100 200' }
    const address = { street: 'Prosta 1', postal: '00-001', city: 'Warszawa' }
    expect(readLinkForm(link, { ...typed, ...address })).toEqual({
      amountMinor: 2_500,
      customer: { email, name: 'Anna Nowak', phone: { phoneNo: '600 100 200' }, billing: address },
    })
  })

  test('lets no card number into a name', () => {
    const link: Asked = { ...fixed, terms: { collect: ['name'] } }
    expect(readLinkForm(link, { email, name: '4111 1111 1111 1111' })).toEqual({ wrong: ['name'] })
  })
})
