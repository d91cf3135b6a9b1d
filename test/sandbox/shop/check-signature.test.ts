import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSignature } from '../../../src/sandbox/shop/check-signature.ts'

const secret = 'notification-secret'
const body = '{"paymentId":"p1","status":"COMPLETED","amount":99.99,"currency":"PLN"}'
const signature = createHmac('sha256', secret).update('p1COMPLETED99.99PLN').digest('hex')
const received = (changes: object = {}) => ({
  path: '/merchant/payment',
  headers: { signature },
  body,
  receivedAt: '2026-01-01T00:00:00.000Z',
  answered: 200,
  ...changes,
})

test('the values in their order, signed with the secret, are genuine', () => {
  expect(checkSignature(received(), secret)).toBe(true)
})

test('another amount, another secret and no signature are not', () => {
  expect(checkSignature(received({ body: body.replace('99.99', '9.99') }), secret)).toBe(false)
  expect(checkSignature(received(), 'other')).toBe(false)
  expect(checkSignature(received({ headers: {} }), secret)).toBe(false)
  expect(checkSignature(received({ body: 'not json' }), secret)).toBe(false)
  expect(checkSignature(received(), undefined)).toBe(false)
})
