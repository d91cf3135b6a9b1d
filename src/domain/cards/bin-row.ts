import type { Organization } from '../instrument.ts'

export const fundings = ['CREDIT', 'DEBIT', 'PREPAID', 'CHARGE'] as const
export type Funding = (typeof fundings)[number]

export const transfers = ['none', 'slow', 'fast'] as const

/** What an issuer file tells about the cards between two account ranges, both ends included. */
export interface BinRow {
  /** Leading digits, filled up to `BIN_DIGITS`. */
  low: number
  high: number
  organization: Organization
  funding?: Funding
  issuer?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  lengths?: number[]
  hasCheckDigit?: false
  /** Whether money can be sent to the card, and whether it arrives within minutes. */
  transfer?: (typeof transfers)[number]
}

/** Account ranges of the networks are told apart by at most so many leading digits. */
export const BIN_DIGITS = 11

export const binOf = (number: string): number => Number(number.slice(0, BIN_DIGITS))
