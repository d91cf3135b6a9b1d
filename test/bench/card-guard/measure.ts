import { holdsCardNumber } from '../../../src/domain/cards/card-number-in-text.ts'
import { ambiguousNetworks, cardOf, embossed, networks, spellings } from './card-spellings.ts'
import { createChance } from './chance.ts'
import { honestTexts, orderIds } from './honest-texts.ts'

export interface Rate {
  kind: string
  texts: number
  found: number
}

/** Of each kind of honest text, how many are taken for card numbers. */
export const measureHonest = (texts: number): Rate[] => measure(honestTexts, texts)

/** The same of merchants' own numbers, as they would fare in a free text. */
export const measureOrderIds = (texts: number): Rate[] => measure(orderIds, texts)

/** Of each spelling, how many of the cards of all networks and lengths are found. */
export function measureSpellings(cards: number): Rate[] {
  const chance = createChance(3)
  const made = Array.from({ length: cards }, (_, at) => {
    const network = networks[at % networks.length]
    return network ? cardOf(network, chance) : ''
  })
  return [
    ...Object.entries(spellings).map(([kind, spell]) => rateOf(kind, made.map(spell))),
    ...Object.entries(embossed).flatMap(([length, shapes]) =>
      shapes.map((shape) => {
        const fitting = made.filter((card) => card.length === Number(length))
        return rateOf(
          `embossed ${shape.join('-')}`,
          fitting.map((card) => inShape(card, shape)),
        )
      }),
    ),
  ]
}

/** Of numbers that have another form by chance, those that are found. */
export function measureAmbiguous(cards: number): Rate[] {
  const chance = createChance(4)
  return ambiguousNetworks.map((network) =>
    rateOf(
      `${network.network}, ${network.lengths.join(' ')} digits`,
      Array.from({ length: cards }, () => cardOf(network, chance)),
    ),
  )
}

function measure(kinds: typeof honestTexts, texts: number): Rate[] {
  const chance = createChance(1)
  return Object.entries(kinds).map(([kind, make]) =>
    rateOf(
      kind,
      Array.from({ length: texts }, () => make(chance)),
    ),
  )
}

const rateOf = (kind: string, texts: readonly string[]): Rate => ({
  kind,
  texts: texts.length,
  found: texts.filter(holdsCardNumber).length,
})

function inShape(card: string, shape: readonly number[]): string {
  let at = 0
  return shape.map((size) => card.slice(at, (at += size))).join(' ')
}
