import { brandRangesOf, FROM_12, FROM_16, isInRange, toRanges } from './brands.ts'
import type { BrandRange } from './brands.ts'
import { luhn } from './check-digit.ts'

/**
 * Whether a text has a card number in it, of whichever network, in one piece or in groups. How it is
 * written does not matter: full-width and other digits, invisible characters, any punctuation.
 */
export const holdsCardNumber = (text: string): boolean =>
  FEWEST_DIGITS.test(text) && [...plainDigits(text).matchAll(RUN)].some(([run]) => hidesCard(run))

/** Most texts have no twelve digits at all, and are not looked at twice. */
const FEWEST_DIGITS = /(?:\p{Nd}\P{Nd}*){12}/u

/** Groups of digits that nothing but a little punctuation parts. */
const RUN = /\d+(?:\s?[^\p{L}\p{N}]\s?\d+)*/gu

/** Merchants' own ids: one in two thousand would pass for a card number by chance. */
const UUID = /\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/gi

/** Likewise a random fraction, which test programs make names of. */
const FRACTION = /(?<![\d.,])0\.\d{12,}(?!\d)/g

/** Full-width and mathematical digits become ASCII by NFKC, those of other scripts by their place. */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(UUID, 'id')
    .replace(FRACTION, 'id')

function digitOf(character: string): string {
  if (character >= '0' && character <= '9') return character
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/** A card number begins and ends where a group does. */
function hidesCard(run: string): boolean {
  const groups = run.split(/\D+/)
  return groups.some((_, from) => {
    let digits = ''
    for (const group of groups.slice(from, from + LONGEST)) {
      digits += group
      if (digits.length > LONGEST) return false
      if (couldBeCard(digits)) return true
    }
    return false
  })
}

const SHORTEST = 12
const LONGEST = 19

/** A number that a network could have given out: its range, its length and the check digit. */
function couldBeCard(digits: string): boolean {
  if (digits.length < SHORTEST) return false
  const fits = (range: BrandRange) =>
    range.lengths.includes(digits.length) && isInRange(digits, range)
  return (brandRangesOf(digits).some(fits) || unassigned.some(fits)) && luhn(digits)
}

/** Ranges of the networks beyond those whose brand is known: a card of them can turn up any day. */
const unassigned = [
  ...toRanges('50 56-58 63 67', { lengths: FROM_12 }),
  ...toRanges('60 81-82', { lengths: FROM_16 }),
]
