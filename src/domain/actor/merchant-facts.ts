import type { Fee } from '../settlement/fees.ts'
import type { Address } from './payer.ts'
import type { BankProvider, Organization } from '../instrument.ts'

/** What a payment or a tokenization must know of its merchant, as it was when it was made. */
export interface MerchantFacts {
  name: string
  mcc: string
  country: string
  url?: string
  redirectUrl?: string
  acsNotificationUrl?: string
  terminalId?: string
  taxId?: string
  /** What American Express knows the merchant by. */
  amexMerchantId?: string
  organizationId?: string
  /** What the acquirer and the directory servers know the merchant by; absent: its MID. */
  acquirerMerchantId?: string
  location?: Location
  /** Card organizations that are accepted; absent: all. */
  organizations?: Organization[]
  /** Its holds may be captured in parts, where the acquirer takes several captures. */
  severalCaptures?: true
  holdMs: number
  refundWindowMs: number
  withoutAuthentication: 'proceed' | 'reject'
  cvvForTokens: boolean
  notifies: boolean
  /** Earlier payments were silent when the issuer looked at the browser first; their count stands. */
  everyStartTold?: true
  /** Earlier payments were stepped up with what they had; now the device is asked for first. */
  stepUpAsksDevice?: true
  /** Where its cards are charged, as `connector/account`; absent: at the acquirer of the installation. */
  acquirer?: string
  /** It has rules: each charge looks for its way when it begins. */
  routed?: true
  /** The way is looked for before anybody is authenticated: accounts differ in who asks the cardholder. */
  waysFirst?: true
  /** Cards are checked where they are charged; older tokenizations asked the acquirer of the installation. */
  checksWhereCharged?: true
  /** A charge that its acquirer tells of after the end is taken back; older payments did not. */
  undoesLateCharges?: true
  /** A reversal that fails after it was taken is made again; older payments did not hear of it. */
  repeatsReversals?: true
  /** The same of bank transfers and of BLIK; absent: at the providers of the installation. */
  bank?: string
  /** Intermediaries of its bank transfers, the preferred first; absent: all. */
  bankProviders?: BankProvider[]
  blik?: string
  /** The same of its 3-D Secure server; absent: that of the installation. */
  threeds?: string
  /** The name that its payment page is reached by; absent: that of the installation. */
  pageHost?: string
  /** The money of earlier payments is booked on the acquirer's account, whoever owes it. */
  bookedByProvider?: true
  /** What its payments cost it, by method; absent: nothing. */
  fees?: Fee[]
  /** Real money: its clock is the one on the wall. */
  live?: true
}

/** Where the merchant sells. */
export interface Location extends Address {
  countryOfOrigin?: string
}

const namesForCalls = [
  'name',
  'mcc',
  'country',
  'url',
  'acsNotificationUrl',
  'terminalId',
  'taxId',
  'amexMerchantId',
  'organizationId',
  'acquirerMerchantId',
  'location',
] as const

/** What acquirers, issuers and token services are told of the merchant. */
export type MerchantForCalls = Pick<MerchantFacts, (typeof namesForCalls)[number]>

export const merchantForCalls = (merchant: MerchantFacts): MerchantForCalls =>
  Object.fromEntries(
    namesForCalls.flatMap((name) => (merchant[name] === undefined ? [] : [[name, merchant[name]]])),
  ) as unknown as MerchantForCalls

/** The merchant's number where the card is charged and authenticated; its MID where none is on file. */
export const acquirerMerchantIdOf = (
  { amexMerchantId, acquirerMerchantId }: MerchantForCalls,
  organization: Organization | undefined,
): string | undefined =>
  (organization === 'AMEX' ? amexMerchantId : undefined) ?? acquirerMerchantId

/** Whether a card of this organization may be paid with. */
export const acceptsOrganization = (
  accepted: readonly Organization[] | undefined,
  organization: Organization | undefined,
): boolean => organization === undefined || (accepted?.includes(organization) ?? true)
