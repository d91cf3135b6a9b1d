import { expect, test } from 'vitest'
import { hasExpired, isYearMonth } from '../../src/domain/card-expiry.ts'

test.each(['202612', '203001'])('%s is a month', (month) => {
  expect(isYearMonth(month)).toBe(true)
})

test.each(['202613', '202600', '2026-12', '1226', '122026', ''])('%s is no month', (month) => {
  expect(isYearMonth(month)).toBe(false)
})

test('a card is good until the last moment of its month', () => {
  expect(hasExpired('202612', Date.UTC(2027, 0, 1) - 1)).toBe(false)
  expect(hasExpired('202612', Date.UTC(2027, 0, 1))).toBe(true)
})
