import { expect, test } from 'vitest'
import {
  settlementAmounts,
  settlementOfReference,
  settlementReference,
} from '../../../src/domain/settlement/merchant-settlement.ts'

test('a merchant is paid what it sold, less what went back, what disputes took and what it owes', () => {
  expect(
    settlementAmounts({
      currency: 'PLN',
      salesMinor: 100_000,
      refundsMinor: 25_050,
      disputesMinor: 10_000,
      feesMinor: 1_401,
    }),
  ).toEqual({
    currency: 'PLN',
    gross: 1_000,
    refunds: 250.5,
    disputes: 100,
    fees: 14.01,
    net: 635.49,
  })
})

test('a merchant that gave back more than it sold owes the rest', () => {
  const poor = {
    ...({ currency: 'JPY', salesMinor: 100, refundsMinor: 200 } as const),
    disputesMinor: 100,
    feesMinor: 4,
  }
  expect(settlementAmounts(poor)).toMatchObject({ gross: 100, net: -204 })
})

test('a payout is known to be that of a settlement by its reference, another has none', () => {
  expect(settlementOfReference(settlementReference('2026-08-05'))).toBe('2026-08-05')
  expect(settlementReference('2026-08-05')).not.toBe('2026-08-05')
  expect(settlementOfReference('2026-08-05')).toBeUndefined()
  expect(settlementOfReference('corrects settlement:')).toBeUndefined()
})
