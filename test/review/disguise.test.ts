import { expect, test } from 'vitest'
import { disguise } from '../../src/review/disguise.ts'

const payment = {
  id: 'abc',
  phase: 'paid',
  customer: { email: 'jan@example.pl', name: 'Jan' },
  device: { ip: '192.0.2.7', browser: { language: 'pl', javascriptEnabled: true, colorDepth: 24 } },
  order: { amountMinor: 100, currency: 'PLN', extOrderId: 'order-of-jan', description: 'for Jan' },
  instrument: { type: 'CARD', cardMask: '400000******1000', vaultRef: 'secret-ref' },
}

test('every text about a person is replaced, at any depth', () => {
  const text = JSON.stringify(disguise({ deep: [payment] }))
  for (const known of ['jan', 'Jan', '192.0.2.7', 'secret-ref']) expect(text).not.toContain(known)
})

test('what a payment does is kept: its shape, money, phase and truth values', () => {
  const { customer, device, order, instrument, ...rest } = disguise(payment)
  expect(rest).toEqual({ id: 'abc', phase: 'paid' })
  expect(device.browser).toMatchObject({ javascriptEnabled: true, colorDepth: 24 })
  expect(order).toMatchObject({ amountMinor: 100, currency: 'PLN' })
  expect(instrument).toMatchObject({ type: 'CARD', cardMask: '400000******1000' })
  expect(customer.email).toMatch(/@example\.com$/)
})

test('equal texts stay equal in one history, and cannot be found again in another', () => {
  const { a, b } = disguise({ a: payment, b: payment })
  expect(a).toEqual(b)
  expect(disguise(payment).customer.email).not.toBe(a.customer.email)
})
