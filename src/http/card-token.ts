import type { Organization } from '../domain/instrument.ts'

/** A stored card or a network token, as far as a payment must know it. */
export interface CardToken {
  type: 'COF' | 'VTS' | 'SCOF'
  status: 'ACTIVE' | 'SUSPENDED' | 'DISCARDED'
  tokenizerId: string
  /** Where the vault keeps the card; a network token has none. */
  vaultRef?: string
  instrumentRef?: string
  cardMask: string
  expDate: string
  organization: Organization
  fingerprint: string
}

export interface CardTokenReads {
  /** By the number that the merchant pays with (COF). */
  find(merchantId: string, instrumentNo: string): Promise<CardToken | undefined>
  /** By the network's reference (VTS, SCOF). */
  findByRef(merchantId: string, instrumentRef: string): Promise<CardToken | undefined>
}
