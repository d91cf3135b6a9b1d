import { describe, expect, test } from 'vitest'
import { cardsInOnePiece } from '../../../src/domain/cards/card-number-in-text.ts'
import { scanText } from '../../../src/vault/card-scanner.ts'
import { cardOf, networks, spellings } from '../../bench/card-guard/card-spellings.ts'
import { createChance } from '../../bench/card-guard/chance.ts'
import { measureHonest, measureSpellings } from '../../bench/card-guard/measure.ts'

const TEXTS = 5_000
const CARDS = 90

test.each(measureHonest(TEXTS))('$kind: at most one in a thousand is refused', ({ found }) => {
  expect(found).toBeLessThanOrEqual(TEXTS / 1_000)
})

test.each(measureSpellings(CARDS))('a card written $kind is always found', ({ texts, found }) => {
  expect(found).toBe(texts)
})

describe('the scan for card data', () => {
  const chance = createChance(7)
  const cards = networks.slice(0, 5).map((network) => cardOf(network, chance))

  test.each(Object.entries(spellings))('finds a card written %s', (_, spell) => {
    for (const card of cards) expect(scanText(spell(card)), spell(card)).not.toEqual([])
  })
})

test('a number in one piece is told from one in groups', () => {
  expect(cardsInOnePiece('ORD-4532015112830366-1')).toEqual(['4532015112830366'])
  expect(cardsInOnePiece('4532 0151 1283 0366')).toEqual([])
})
