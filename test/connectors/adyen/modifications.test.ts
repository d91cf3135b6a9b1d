import { expect, test } from 'vitest'
import { webhook } from '../../../src/connectors/adyen/webhook.ts'
import { hmacOf } from './hmac-of.ts'

const key = 'ad'.repeat(32)

/** A message about something that Adyen had taken, signed as Adyen does. */
const read = (eventCode: string, success: 'true' | 'false') => {
  const item = {
    eventCode,
    success,
    pspReference: 'MOD1',
    originalReference: 'PSP1',
    merchantAccountCode: 'Shop',
    merchantReference: 'pay-auth-1-undo',
    amount: { value: 9_999, currency: 'EUR' },
    reason: 'Insufficient balance on payment',
  }
  const signed = { ...item, additionalData: { hmacSignature: hmacOf(item as never, key) } }
  const rawBody = Buffer.from(
    JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: signed }] }),
  )
  return webhook.read({ rawBody, signature: undefined }, [key], Date.now())
}

test.for(['CAPTURE', 'REFUND', 'CANCEL_OR_REFUND'])(
  '%s counts as done when it was taken: only its failure is news',
  (eventCode) => {
    expect(read(eventCode, 'true')).toEqual({ type: 'nothing' })
    expect(read(eventCode, 'false')).toMatchObject({
      type: 'outcome',
      reference: 'pay-auth-1-undo',
      outcome: { type: 'declined' },
    })
  },
)

test.for(['CAPTURE_FAILED', 'REFUND_FAILED', 'REFUNDED_REVERSED'])(
  '%s takes back what was done',
  (eventCode) => {
    expect(read(eventCode, 'true')).toMatchObject({ outcome: { type: 'declined' } })
  },
)

test('a cancel by our name that came too late is no news: the charge tells of itself', () => {
  expect(read('TECHNICAL_CANCEL', 'false')).toEqual({ type: 'nothing' })
})
