import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { holdsCardNumber } from '../../src/domain/cards/card-number-in-text.ts'
import { createNumberSeal } from '../../src/vault/number-seal.ts'

const { seal, open } = createNumberSeal(createSecretKey(Buffer.alloc(32, 7)))
const number = '4532015112830366'

test('a sealed number is letters, the same for a merchant every time, and another for others', () => {
  const sealed = seal('shop', number)
  expect(sealed).toMatch(/^sealed_[a-z]{28}$/)
  expect(seal('shop', number)).toBe(sealed)
  expect(seal('other', number)).not.toBe(sealed)
  expect(holdsCardNumber(sealed)).toBe(false)
})

test.each([number, '501800000009', '6799990100000000019', '9792000000000003'])(
  '%s is read again, wherever it stands',
  (digits) => {
    const sealed = seal('shop', digits)
    const kept = { order: { extOrderId: sealed, items: [`no. ${sealed}, paid`] }, left: 1 }
    expect(open('shop', kept)).toEqual({
      order: { extOrderId: digits, items: [`no. ${digits}, paid`] },
      left: 1,
    })
  },
)

test('nobody else’s is opened, nor what was never sealed', () => {
  const sealed = seal('shop', number)
  expect(open('other', sealed)).toBe(sealed)
  for (const text of ['sealed_', `sealed_${'a'.repeat(28)}`, `sealed_${'z'.repeat(28)}`, 'x'])
    expect(open('shop', text)).toBe(text)
})
