import { describe, expect, test } from 'vitest'
import { readBlikNotice, readPaymentNotice } from '../../../src/connectors/przelewy24/notice.ts'
import { signOf } from '../../../src/connectors/przelewy24/sign.ts'

const crc = 'crc-key-of-the-shop'
const reader = { merchantId: 11, posId: 12, crcs: [crc], outcomes: { '900': 'SECURITY' as const } }
const payment = {
  merchantId: 11,
  posId: 12,
  sessionId: 'p-pay-a',
  amount: 9_999,
  originAmount: 9_999,
  currency: 'PLN',
  orderId: 301,
  methodId: 20,
  statement: 'p24-A',
}
const signed = (members: Record<string, unknown>, key = crc) => ({
  ...members,
  sign: signOf(members, key),
})

describe('a payment is told of', () => {
  test('in the words of their document, whatever else is said', () => {
    expect(readPaymentNotice({ ...signed(payment), more: 'words' }, reader)).toEqual({
      type: 'received',
      sessionId: 'p-pay-a',
      transactionId: '301',
      amountMinor: 9_999,
      currency: 'PLN',
    })
  })

  test.each([
    ['another key', signed(payment, 'another key')],
    ['another sum', { ...signed(payment), amount: 1 }],
    ['another shop', signed({ ...payment, posId: 13 })],
    ['no sign', payment],
    ['texts for numbers', signed({ ...payment, amount: '9999' })],
    ['nothing', undefined],
  ])('and not believed with %s', (_, body) => {
    expect(readPaymentNotice(body, reader)).toEqual({ type: 'forged' })
  })
})

describe('the end of BLIK is told of', () => {
  const blik = (error: unknown) => ({
    orderId: 301,
    sessionId: 'p-pay-a',
    method: 181,
    result: { error, message: 'words', status: 's', trxRef: 'r' },
  })

  test.each([
    ['61', 'DECLINED_BY_PAYER'],
    ['33', 'INSUFFICIENT_FUNDS'],
    ['900', 'SECURITY'],
    ['901', 'SYSTEM_ERROR'],
  ])('%s is %s', (error, rejectCode) => {
    const expected = { type: 'failed', sessionId: 'p-pay-a', transactionId: '301', rejectCode }
    expect(readBlikNotice(signed(blik(error)), reader)).toMatchObject(expected)
    expect(readBlikNotice({ data: signed(blik(error)) }, reader)).toMatchObject(expected)
  })

  test('a success pays nothing: the other message does', () => {
    const expected = { type: 'nothing', sessionId: 'p-pay-a' }
    expect(readBlikNotice(signed(blik('0')), reader)).toEqual(expected)
  })

  test('and not believed when its result was changed', () => {
    const message = signed(blik('0'))
    const result = { ...message, result: { error: '61', message: '' } }
    expect(readBlikNotice(result, reader)).toEqual({ type: 'forged' })
    expect(readBlikNotice(signed(blik(['x'])), reader)).toEqual({ type: 'garbled' })
  })
})
