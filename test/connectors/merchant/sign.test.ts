import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sign, signedValues } from '../../../src/connectors/merchant/sign.ts'
import { numbered } from '../../../src/domain/actor/notification.ts'

const atMs = Date.parse('2026-01-02T03:04:05.678Z')
const { eventId, body } = numbered(
  'payment',
  {
    currency: 'PLN',
    amount: 99.5,
    paymentId: 'pay',
    status: 'COMPLETED',
    extOrderId: 'zamówienie "7"\n',
  },
  'pay',
  3,
  atMs,
)
const signed = (...secrets: string[]) => sign(body, { eventId, secrets, atMs })

describe('Signature', () => {
  test('is the HMAC of the values in their documented order, unquoted and unescaped', () => {
    const values = `payCOMPLETEDzamówienie "7"\n99.5PLNpay_32026-01-02T03:04:05.678Z3`
    expect(signedValues(body)).toBe(values)
    expect(signed('secret').signature).toBe(
      createHmac('sha256', 'secret').update(values, 'utf8').digest('hex'),
    )
  })

  test('of one secret has no second one beside it', () => {
    expect(signed('secret')).not.toHaveProperty('signature-previous')
  })

  test('stays the same in every repeat', () => {
    const later = sign(body, { eventId, secrets: ['secret'], atMs: atMs + 1e9 })
    expect(later.signature).toBe(signed('secret').signature)
  })
})

describe('the Standard Webhooks headers', () => {
  test('cover id, time and the very bytes of the body', () => {
    const headers = signed('secret')
    expect(headers['webhook-id']).toBe('pay_3')
    expect(headers['webhook-timestamp']).toBe('1767323045')
    const content = `pay_3.1767323045.${body}`
    const expected = createHmac('sha256', 'secret').update(content).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  })
})

test('while a secret is rotated, a receiver that knows only one of them can check both', () => {
  const headers = signed('new', 'old')
  expect(headers.signature).toBe(signed('new').signature)
  expect(headers['signature-previous']).toBe(signed('old').signature)
  expect(headers['webhook-signature']).toBe(
    `${signed('new')['webhook-signature']} ${signed('old')['webhook-signature']}`,
  )
})

test('nothing is sent unsigned', () => {
  expect(() => signed()).toThrow('without a secret')
})
