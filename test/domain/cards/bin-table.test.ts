import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BIN_DIGITS } from '../../../src/domain/cards/bin-row.ts'
import type { BinRow } from '../../../src/domain/cards/bin-row.ts'
import { BinOverlap, createBinTable } from '../../../src/domain/cards/bin-table.ts'

const row = (low: string, high: string, issuer = low): BinRow => ({
  low: Number(low.padEnd(BIN_DIGITS, '0')),
  high: Number(high.padEnd(BIN_DIGITS, '9')),
  organization: 'VISA',
  issuer,
})
const issuerOf = (rows: BinRow[], lead: string) =>
  createBinTable(rows).find(lead.padEnd(16, '0'))?.issuer

describe('the narrowest range wins', () => {
  const rows = [
    row('400000', '499999', 'wide'),
    row('4111110', '4111119', 'narrow'),
    row('41111150', '41111150', 'single'),
  ]
  test.each([
    ['399999', undefined],
    ['400000', 'wide'],
    ['41111099', 'wide'],
    ['41111100', 'narrow'],
    ['41111149', 'narrow'],
    ['41111150', 'single'],
    ['41111151', 'narrow'],
    ['41111199', 'narrow'],
    ['41111200', 'wide'],
    ['499999', 'wide'],
    ['500000', undefined],
  ])('%s', (lead, issuer) => expect(issuerOf(rows, lead)).toBe(issuer))

  test('an empty table knows nobody', () => expect(issuerOf([], '400000')).toBeUndefined())
})

describe('what would leave the answer to chance is refused', () => {
  test.each([
    ['the same range twice', row('400000', '400000'), row('400000', '400000')],
    ['ranges that cross', row('400000', '410000'), row('405000', '420000')],
    ['ranges that share an end', row('400000', '410000'), row('410000', '420000')],
  ])('%s', (_, a, b) => {
    expect(() => createBinTable([a, b])).toThrow(BinOverlap)
    expect(() => createBinTable([b, a])).toThrow(BinOverlap)
  })
})

test('the answer is that of looking at every range', () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 60 }))
    .map(([low, width]): BinRow => ({ low, high: low + width, organization: 'VISA' }))
  fc.assert(
    fc.property(
      fc.array(range, { maxLength: 25 }),
      fc.integer({ min: 0, max: 500 }),
      (given, at) => {
        const rows = given.filter((one, index) =>
          given.slice(0, index).every((other) => isApart(one, other) || isInside(one, other)),
        )
        const inOrder = rows.filter((one) => one.low <= at && one.high >= at)
        const narrowest = inOrder.sort((a, b) => a.high - a.low - (b.high - b.low))[0]
        const found = createBinTable(rows).find(String(at).padStart(BIN_DIGITS, '0'))
        expect(found).toBe(narrowest)
      },
    ),
  )
})

const isApart = (a: BinRow, b: BinRow) => a.high < b.low || b.high < a.low
const isInside = (a: BinRow, b: BinRow) =>
  (a.low > b.low && a.high <= b.high) ||
  (a.low >= b.low && a.high < b.high) ||
  (b.low > a.low && b.high <= a.high) ||
  (b.low >= a.low && b.high < a.high)
