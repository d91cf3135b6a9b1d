/**
 * Long numbers that are no cards although their digits might be: ids, accounts, fractions. Each is told by its
 * form, and by its own check digits where it has them, so that hardly any card is taken for one.
 */
export const withoutKnownNumbers = (text: string): string =>
  text
    .replace(UUID, hide)
    .replace(HEX_ID, (found) => (/[a-f]/i.test(found) ? hide(found) : found))
    .replace(FRACTION, (found) => (isFraction(found) ? hide(found) : found))
    .replace(ACCOUNT, withoutAccount)
    .replace(PARCEL, hide)

/** A number in one piece that is a product code (EAN-13) or a company (REGON of 14 digits). */
export const isKnownNumber = (digits: string): boolean =>
  digits.length === EAN_LENGTH
    ? checksumOf(digits, EAN_WEIGHTS) % 10 === 0
    : digits.length === REGON_LENGTH && isRegon(digits)

/** Letters, so that what stands before and what stands behind are two; as many, so that places stay. */
const hide = (found: string): string => 'x'.repeat(found.length)

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi
/** Digests and ids without dashes. */
const HEX_ID = /[\da-f]{32,}/gi

/** As programs print them: no more digits than a double has. */
const FRACTION = /(?<![\p{L}\d.,])\d{1,15}[.,]\d{12,17}(?!\d)/gu
const DOUBLE_DIGITS = 17
const isFraction = (found: string): boolean =>
  found.startsWith('0') || found.length - 1 <= DOUBLE_DIGITS

/** An IBAN, in one piece or in fours; words behind it may look like a part of it. */
const ACCOUNT =
  /(?<![A-Z\d])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}(?:[ -]?[A-Z\d]{1,3})?(?![A-Z\d])/gi

function withoutAccount(found: string): string {
  const parts = found.split(/(?=[ -])/)
  for (let end = parts.length; end > 0; end -= 1)
    if (isAccount(parts.slice(0, end).join('')))
      return hide(parts.slice(0, end).join('')) + parts.slice(end).join('')
  return found
}

function isAccount(text: string): boolean {
  const account = text.replace(/[ -]/g, '').toUpperCase()
  let rest = 0
  for (const character of account.slice(4) + account.slice(0, 4))
    for (const digit of String(parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** A parcel's number (SSCC) behind its application identifier. */
const PARCEL = /(?<!\d)(?:\(00\) ?|00)\d{18}(?!\d)/g

const EAN_LENGTH = 13
const EAN_WEIGHTS = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]

const REGON_LENGTH = 14
const SHORT_REGON_WEIGHTS = [8, 9, 2, 3, 4, 5, 6, 7]
const REGON_WEIGHTS = [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]

const isRegon = (digits: string): boolean =>
  (checksumOf(digits, SHORT_REGON_WEIGHTS) % 11) % 10 === Number(digits[8]) &&
  (checksumOf(digits, REGON_WEIGHTS) % 11) % 10 === Number(digits[13])

const checksumOf = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
