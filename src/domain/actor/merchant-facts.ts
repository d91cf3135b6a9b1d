import type { Fee } from '../fees.ts'
import type { Organization } from '../instrument.ts'

/** What a payment or a tokenization must know of its merchant, as it was when it was made. */
export interface MerchantFacts {
  name: string
  mcc: string
  country: string
  url?: string
  redirectUrl?: string
  acsNotificationUrl?: string
  /** Card organizations that are accepted; absent: all. */
  organizations?: Organization[]
  holdMs: number
  refundWindowMs: number
  withoutAuthentication: 'proceed' | 'reject'
  cvvForTokens: boolean
  notifies: boolean
  /** Payments of before were silent when the issuer looked at the browser first; their count stands. */
  everyStartTold?: true
  /** Payments of before were stepped up with what they had; now the device is asked for first. */
  stepUpAsksDevice?: true
  /** Where its cards are charged, as `connector/account`; absent: at the acquirer of the installation. */
  acquirer?: string
  /** It has rules: each charge looks for its way when it begins. */
  routed?: true
  /** The money of payments of before is booked on the acquirer's account, whoever owes it. */
  bookedByProvider?: true
  /** What its payments cost it, by method; absent: nothing. */
  fees?: Fee[]
  /** Real money: its clock is the one on the wall. */
  live?: true
}

/** Whether a card of this organization may be paid with. */
export const acceptsOrganization = (
  accepted: readonly Organization[] | undefined,
  organization: Organization | undefined,
): boolean => organization === undefined || (accepted?.includes(organization) ?? true)
