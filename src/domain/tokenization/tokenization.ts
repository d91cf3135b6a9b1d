import type { ReasonCode } from '../reasons/reason.ts'
import type { ShownToken, TokenCustomer } from '../card-token.ts'
import type { Currency } from '../currency.ts'
import type { Instrument } from '../instrument.ts'
import type { Call, StoredToken } from '../actor/call.ts'
import type { Clock } from '../actor/clock.ts'
import type { Challenge } from '../actor/authentication.ts'
import type { Authentication } from '../actor/proof.ts'
import type { Channel } from '../actor/channel.ts'
import type { Consent } from '../actor/consent.ts'
import type { Device } from '../actor/device.ts'
import type { Ending } from '../actor/ending.ts'
import type { MerchantFacts } from '../actor/merchant-facts.ts'
import type { Redirect } from '../actor/redirect.ts'
import type { Way } from '../routing/route.ts'
import type { TokenizationPhase } from './phase.ts'

export const tokenizationKinds = ['COF', 'NETWORK'] as const
export type TokenizationKind = (typeof tokenizationKinds)[number]

/** One tokenization as its events have made it. It crosses workflow payloads: plain JSON only. */
export interface Tokenization extends Clock {
  id: string
  version: number
  phase: TokenizationPhase
  kind: TokenizationKind
  merchantId: string
  agentId?: string
  channel: Channel
  merchant: MerchantFacts
  customer: TokenCustomer
  device?: Device
  /** Of the zero-amount authorisation. */
  currency: Currency
  options: TokenizationOptions
  instrument?: Instrument
  /** What the payer has agreed to, where a card is stored. */
  consents?: Consent
  /** Random id of the link to the hosted page. */
  linkId?: string
  /** The successful payment that has proven the card already. */
  verifiedBy?: string
  /** The number of the stored card that this network token is made from. */
  convertedFrom?: string
  createdAt: number
  updatedAt: number
  validUntil: number
  requestId: string

  authentication?: Authentication
  challenge?: Challenge
  /** Where the card is checked, once that is known; absent: at the acquirer of the installation. */
  way?: Way
  /** A cardholder who is away at the acquirer's page, and the acquirer's own name of the check. */
  redirect?: Redirect
  acquirerRef?: string
  /** How many zero-amount authorisations have begun: each has a reference of its own. */
  verifications: number
  /** The issuer has asked for the cardholder once; it is not asked again. */
  softDeclined?: boolean
  /** Outside calls that the tokenization waits for; only the first is under way. */
  calls: Call[]
  /** An end that was asked for while a network may be making a token; it happens once that is gone. */
  ending?: Ending
  /** A token that was made although nobody wants it any more. */
  unwanted?: StoredToken
  token?: ShownToken
  rejectCode?: ReasonCode
  /** The words behind the code, for operators. */
  detail?: string
  /** When the network last said how the token stands; what it said before that comes too late. */
  tokenSaidAt?: number
  /** The same of the card behind the token. */
  tokenRenewedAt?: number
  /** Why an operator must look at it before anything goes on. */
  held?: string
  notificationSequence: number
}

export interface TokenizationOptions {
  validTime: number
  language?: 'pl' | 'en'
  asyncNotify?: string
  /** The card was told by phone or mail: there is no cardholder to authenticate. */
  moto?: true
}

/** True when the card was verified before: by a payment, or when it was first stored. */
export const isProven = ({ verifiedBy, convertedFrom }: Tokenization): boolean =>
  verifiedBy !== undefined || convertedFrom !== undefined
