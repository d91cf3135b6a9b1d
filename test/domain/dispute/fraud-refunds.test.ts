import { expect, test } from 'vitest'
import {
  fraudRefundMinor,
  fraudRefundsProblem,
  parseFraudRefunds,
} from '../../../src/domain/dispute/fraud-refunds.ts'
import type { FraudRefund } from '../../../src/domain/dispute/fraud-refunds.ts'

test('what somebody types is a limit in each currency, and nothing in all others', () => {
  const limits = parseFraudRefunds('PLN:50, EUR:12.50,JPY:1000') as FraudRefund[]
  expect(fraudRefundsProblem(limits)).toBeUndefined()
  expect(fraudRefundMinor(limits, 'PLN')).toBe(5_000)
  expect(fraudRefundMinor(limits, 'EUR')).toBe(1_250)
  expect(fraudRefundMinor(limits, 'JPY')).toBe(1_000)
  expect(fraudRefundMinor(limits, 'USD')).toBe(0)
  expect(fraudRefundMinor(undefined, 'PLN')).toBe(0)
})

test.for(['', 'PLN', 'PLN:-1', 'PLN:0', 'PLN:1.005', 'JPY:1.5', 'XXY:1', 'PLN:1,PLN:2', 'PLN:1e3'])(
  '%j is no limit',
  (text) => {
    expect(fraudRefundsProblem(parseFraudRefunds(text))).toBeDefined()
  },
)
