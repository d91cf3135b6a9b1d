import type { Organization } from './instrument.ts'

export const tokenStatuses = ['ACTIVE', 'SUSPENDED', 'DISCARDED'] as const
export type TokenStatus = (typeof tokenStatuses)[number]
export type TokenType = 'COF' | 'VTS' | 'SCOF'

/** A stored card or a network token, as a merchant may see it. */
export interface ShownToken {
  type: TokenType
  /** The number that the merchant pays with (COF). */
  instrumentNo?: string
  /** The network's reference (VTS, SCOF). */
  instrumentRef?: string
  cardMask: string
  expDate: string
  organization: string
  status: TokenStatus
  visuals?: CardVisual[]
  createdAt: number
}

export interface CardVisual {
  visualId: string
  type: string
  width: number
  height: number
}

/** The same, as far as a payment must know it. */
export interface CardToken extends ShownToken {
  tokenizerId: string
  organization: Organization
  /** Where the vault keeps the card; a network token has none, a discarded one none any more. */
  vaultRef?: string
  fingerprint?: string
}

/** The network that gives tokens for cards of this organization; none for the others. */
export function networkTokenType(organization: string | undefined): 'VTS' | 'SCOF' | undefined {
  if (organization === 'VISA') return 'VTS'
  return organization === 'MASTERCARD' ? 'SCOF' : undefined
}

/** Whose card it is; the merchant's own id of the customer counts before the address. */
export interface TokenCustomer {
  email?: string
  extCustomerId?: string
}

/** One card of one customer gives one active token: the customer by name. */
export const customerKey = ({ email, extCustomerId }: TokenCustomer): string => {
  if (extCustomerId !== undefined) return `id/${extCustomerId}`
  return email === undefined ? '' : `email/${email.toLowerCase()}`
}
