import { expect, test } from 'vitest'
import { numbered } from '../../../src/domain/actor/notification.ts'

const at = Date.UTC(2026, 7, 5, 12)

test('a notification has its fields in the order of the signature, and closes with its number', () => {
  const body = { currency: 'PLN', amount: 99.99, status: 'COMPLETED', paymentId: 'pay' }
  expect(numbered('payment', body, 'pay', 3, at)).toEqual({
    sequence: 3,
    eventId: 'pay_3',
    kind: 'payment',
    body:
      '{"paymentId":"pay","status":"COMPLETED","amount":99.99,"currency":"PLN",' +
      '"eventId":"pay_3","eventTime":"2026-08-05T12:00:00.000Z","sequence":3}',
  })
})

test('two events of one payment never share an id, nor do the same of two payments', () => {
  const ids = [
    numbered('payment', {}, 'pay', 1, at),
    numbered('payment', {}, 'pay', 2, at),
    numbered('payment', {}, 'other', 1, at),
  ].map(({ eventId }) => eventId)
  expect(new Set(ids).size).toBe(3)
})
