import { callingCodeOf, leadingCallingCode } from './calling-codes.ts'
import { holdsCardNumber } from '../cards/card-number-in-text.ts'
import { alphaTwoOf } from './country.ts'

interface Written {
  countryCode?: string | undefined
  phoneNo?: string | undefined
}

/**
 * A phone number as it was meant: calling code, blank, subscriber. People write `+`, `00`, brackets,
 * dashes and the name of a country; what cannot be understood is undefined, and never a reason to refuse.
 */
export function phoneNumber({ countryCode = '', phoneNo = '' }: Written): string | undefined {
  const number = plain(phoneNo)
  const isWhole = number.startsWith('+')
  const digits = number.replace('+', '')
  if (!/^\d{4,16}$/.test(digits)) return undefined
  const code = isWhole ? leadingCallingCode(digits) : codeIn(countryCode)
  if (code === undefined) return undefined
  const subscriber = isWhole ? digits.slice(code.length) : withoutTrunkZero(digits, code)
  const isPossible =
    /^\d{4,14}$/.test(subscriber) && code.length + subscriber.length <= LONGEST_NUMBER
  return isPossible && !holdsCardNumber(code + subscriber) ? `${code} ${subscriber}` : undefined
}

/** ITU-T E.164, with the calling code. */
const LONGEST_NUMBER = 15

/** Without what only helps the eye; `00` is the `+` of those who dial. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/^(\s*(?:\+|00).*?)\(0\)/, '$1')
    .replace(/[\s()./\p{Pd}]/gu, '')
    .replace(/^00/, '+')

function codeIn(given: string): string | undefined {
  const text = plain(given).replace('+', '')
  if (/^\d{1,3}$/.test(text)) return leadingCallingCode(text) === text ? text : undefined
  const country = alphaTwoOf(text)
  return country === undefined ? undefined : callingCodeOf(country)
}

/** Dialled inside a country and not from abroad; in Italy it is part of the number. */
const withoutTrunkZero = (digits: string, code: string): string =>
  code === '39' ? digits : digits.replace(/^0/, '')
