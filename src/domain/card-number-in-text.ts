import { luhn } from './cards/brands.ts'

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

/** Full-width and mathematical digits become ASCII by NFKC, those of other scripts by their place. */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/\p{Nd}/gu, digitOf)

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

const LONGEST = 19

/** A number that a network could have given out: its range, its length and the check digit. */
const couldBeCard = (digits: string): boolean =>
  networks.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) &&
  luhn(digits)

const from16 = [16, 17, 18, 19]
const maestro = [12, 13, 14, 15, ...from16]

/** Every range of the networks, whether cards of it are taken here or not. */
const networks: readonly { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:30[0-5]|309|36|38|39)/, lengths: [14, 15, ...from16] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: from16 },
  { prefix: /^220[0-4]/, lengths: from16 },
  { prefix: /^(?:60|62|64[4-9]|65|81|82)/, lengths: from16 },
  { prefix: /^(?:50|5[6-8]|6[37])/, lengths: maestro },
]
