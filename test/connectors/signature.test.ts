import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifySignature } from '../../src/connectors/signature.ts'

const body = Buffer.from('{"orderId":"pay-1"}')
const signature = createHmac('sha256', 'key').update(body).digest('hex')

test('a message signed with the provider’s key is accepted, in either case of hex', () => {
  expect(verifySignature(body, signature, 'key')).toBe(true)
  expect(verifySignature(body, signature.toUpperCase(), 'key')).toBe(true)
})

test.each([
  ['a missing header', undefined],
  ['an empty header', ''],
  ['a shortened signature', signature.slice(0, 62)],
  ['a lengthened signature', `${signature}00`],
  ['text that is not hex', 'z'.repeat(64)],
  ['the signature of another key', createHmac('sha256', 'other').update(body).digest('hex')],
])('%s is refused', (_name, header) => {
  expect(verifySignature(body, header, 'key')).toBe(false)
})

test('a changed body is refused', () => {
  expect(verifySignature(Buffer.from('{"orderId":"pay-2"}'), signature, 'key')).toBe(false)
})
