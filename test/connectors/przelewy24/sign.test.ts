import { describe, expect, test } from 'vitest'
import { isSigned, signOf } from '../../../src/connectors/przelewy24/sign.ts'

const crc = 'a123b456c789d012'
const vectors = [
  [
    'a registration',
    { sessionId: 'pay-auth-1', merchantId: 11111, amount: 9999, currency: 'PLN' },
    '53c98c18bc7767528e0197a6a424ab563251b12889db9feff33f8785046390f0d9d0f9043125f0b5bd1ce4ffce02c556',
  ],
  [
    'a verification',
    { sessionId: 'pay-auth-1', orderId: 1234567890, amount: 9999, currency: 'PLN' },
    'a5d86b957840555ed29b130f1a4922819491d2956f5863dee274aa812bdc0ac16981d09226e23308e453f83acf54d040',
  ],
  [
    'a notification',
    {
      merchantId: 11111,
      posId: 11111,
      sessionId: 'pay-auth-1',
      amount: 9999,
      originAmount: 9999,
      currency: 'PLN',
      orderId: 1234567890,
      methodId: 154,
      statement: 'p24-A1B-C2D-E3F',
    },
    '0912de85dcbeb717581c9330c2ceb67a43d4395061538e62b22a4aa3e16b5b798ddaa2758e4ca71154fd1827b9e62a88',
  ],
] as const

describe('the sign of', () => {
  test.each(vectors)('%s is the one of the known answer', (_, members, sign) => {
    expect(signOf(members, crc)).toBe(sign)
    expect(isSigned(members, sign, ['of before', crc])).toBe(true)
  })

  test('something else, of nobody, or in another order is not believed', () => {
    const [, members, sign] = vectors[1]
    expect(isSigned({ ...members, amount: 1 }, sign, [crc])).toBe(false)
    expect(isSigned(members, sign, ['another key'])).toBe(false)
    for (const claimed of [undefined, '', 7, sign.slice(2), `${sign}00`])
      expect(isSigned(members, claimed, [crc])).toBe(false)
    const { sessionId, ...rest } = members
    expect(isSigned({ ...rest, sessionId }, sign, [crc])).toBe(false)
  })

  test('letters and slashes stay as they are', () => {
    expect(signOf({ a: 'zażółć/1' }, 'k')).toBe(signOf(JSON.parse('{"a":"zażółć/1"}'), 'k'))
  })
})
