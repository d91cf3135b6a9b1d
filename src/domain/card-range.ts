import type { Organization } from './instrument.ts'

/** What the leading digits of a card number tell about the card. */
export interface CardRange {
  prefix: string
  lengths: readonly number[]
  organization: Organization
  cardType: 'DEBIT' | 'CREDIT'
  issuer: string
  issuerCountry: string
  /** Whether money can be sent to the card, and whether it arrives within minutes. */
  transferAllowed: boolean
  fastTransfer: boolean
}

/** The range of a card number; none: the card is not supported. */
export const cardRangeOf = (
  number: string,
  ranges: readonly CardRange[] = sandboxRanges,
): CardRange | undefined =>
  ranges.find(({ prefix, lengths }) => number.startsWith(prefix) && lengths.includes(number.length))

/** The check digit that every card number ends with. */
export function luhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** First six and last four digits: the most that may be shown or stored in the clear. */
export const cardMask = (number: string): string =>
  `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`

const polish = { issuer: 'Tollgate Test Bank', issuerCountry: 'PL' }
const foreign = { issuer: 'Tollgate Test Bank Abroad', issuerCountry: 'DE' }
const fast = { transferAllowed: true, fastTransfer: true }
const slow = { transferAllowed: true, fastTransfer: false }
const never = { transferAllowed: false, fastTransfer: false }
const visa = { organization: 'VISA', lengths: [16] } as const
const mastercard = { organization: 'MASTERCARD', lengths: [16] } as const
const amex = { organization: 'AMEX', lengths: [15] } as const
const maestro = { organization: 'MAESTRO', lengths: [12, 13, 14, 15, 16, 17, 18, 19] } as const

/** The test cards. The sandbox takes no others, so that no real card ever gets into it. */
export const sandboxRanges: readonly CardRange[] = [
  { prefix: '400000', ...visa, cardType: 'DEBIT', ...polish, ...fast },
  { prefix: '411111', ...visa, cardType: 'CREDIT', ...foreign, ...slow },
  { prefix: '510510', ...mastercard, cardType: 'DEBIT', ...polish, ...fast },
  { prefix: '555555', ...mastercard, cardType: 'CREDIT', ...foreign, ...slow },
  { prefix: '222100', ...mastercard, cardType: 'DEBIT', ...foreign, ...fast },
  { prefix: '378282', ...amex, cardType: 'CREDIT', ...foreign, ...never },
  { prefix: '670000', ...maestro, cardType: 'DEBIT', ...polish, ...never },
]
