import { cardsInGroups, longRunsIn } from './card-groups.ts'
import type { FoundCard } from './card-groups.ts'
import { couldBeIssued } from './issued-number.ts'
import { isKnownNumber, withoutKnownNumbers } from './known-numbers.ts'
import { mayHaveDigits, readingsOf } from './plain-digits.ts'

/**
 * Whether a text has a card number in it, of whichever network. How it is written does not matter: any digits,
 * any punctuation, in one piece or in the groups that people and programs write. Ids, accounts, product codes,
 * times and amounts are none, whatever their digits.
 */
export const holdsCardNumber = (text: string): boolean =>
  mayHaveDigits(text, SHORTEST) && readingsOf(text).some(hasCard)

/** What is kept of a text for which nobody is asked again. */
export const withoutCardNumber = (text: string): string =>
  holdsCardNumber(text) ? '(left out, it names a card)' : text

/** Every card number in a text that is plain already. */
export const cardsIn = (text: string): Generator<FoundCard> =>
  cardsInGroups(withoutKnownNumbers(text), isCard)

/** The same of much text with few digits, of which only their neighbourhood is read for what is no card. */
export function* cardsInFile(text: string): Generator<FoundCard> {
  for (const { 0: run, index } of longRunsIn(text)) {
    const start = Math.max(0, index - NEIGHBOURHOOD)
    const end = index + run.length
    for (const card of cardsIn(text.slice(start, end + NEIGHBOURHOOD))) {
      const at = start + card.index
      if (at >= index && at < end) yield { ...card, index: at }
    }
  }
}

/** Longer than any account, id or fraction that the digits may be a part of, unless it is digits itself. */
const NEIGHBOURHOOD = 100

const hasCard = (text: string): boolean => cardsIn(text).next().done !== true

/** What a merchant's own numbers look like: the cards of a text that stand there in one piece. */
export const cardsInOnePiece = (text: string): readonly string[] =>
  mayHaveDigits(text, SHORTEST)
    ? [...withoutKnownNumbers(text).matchAll(ONE_PIECE)].map(([run]) => run).filter(isCard)
    : []

/** Whether a text has a card number in groups or disguise, whatever stands there in one piece. */
export const holdsSpelledCard = (text: string): boolean => {
  const inOnePiece = new Set(cardsInOnePiece(text))
  return holdsCardNumber(text.replace(ONE_PIECE, (run) => (inOnePiece.has(run) ? 'x' : run)))
}

const SHORTEST = 12
const ONE_PIECE = /(?<!\d)\d{12,19}(?!\d)/g

const isCard = (digits: string): boolean => couldBeIssued(digits) && !isKnownNumber(digits)
