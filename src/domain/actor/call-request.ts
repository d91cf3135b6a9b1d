import type { TokenCustomer } from '../card-token.ts'
import type { Currency } from '../currency.ts'
import type { Evidence } from '../dispute/dispute.ts'
import type { Instrument } from '../instrument.ts'
import type { Authentication } from './proof.ts'
import type { Call } from './call.ts'
import type { SdkValue } from './device.ts'
import type { Exemption } from './exemption.ts'
import type { MerchantForCalls } from './merchant-facts.ts'
import type { Payer } from './payer.ts'

/** All that an outside call needs to know, and no more: it is stored in the workflow's history. */
export interface CallRequest {
  call: Call
  ownerId: string
  merchantId: string
  /** The account that the charge of the payment went, or goes, through. */
  via?: string
  /** The merchant's own account at the 3-D Secure server that is asked; absent: that of the installation. */
  threeds?: string
  /** The payer is on a page of ours, which can show the issuer's in a hidden frame. */
  mayProfile?: true
  /** The acquirer's own name of the charge that the call is about, where it gave one. */
  originalAcquirerRef?: string
  merchant: MerchantForCalls
  currency: Currency
  kind: 'SALE' | 'PREAUTH' | 'VERIFY' | 'ACCT_FUNDING'
  instrument?: Instrument
  authentication?: Authentication
  recurring?: Recurring
  /** Of an agreement: its end as YYYYMMDD, and the days between two payments. */
  recurringExpDate?: string
  recurringCycleDays?: number
  networkTransactionId?: string
  funding?: Funding
  /** Why the payer need not be challenged, as the merchant claims. */
  exemption?: Exemption
  /** Of money that goes back: a definite no is an answer; earlier workflows wait for a yes. */
  mayBeRefused?: true
  /** The acquirer runs 3-D Secure with the charge: as the issuer wants it, or whatever it wants. */
  asksCardholder?: 'asNeeded' | 'always'
  /** The order came by phone or mail. */
  moto?: true
  browser?: Record<string, string | number | boolean>
  /** Of an app: what its 3-D Secure SDK says of itself. */
  sdk?: Record<string, SdkValue>
  ip?: string
  email?: string
  /** What the issuer may know of who pays. */
  payer?: Payer
  description?: string
  validUntil?: number
  registerAlias?: AliasRegistration
  challengeWindow?: string
  /** Of a charge that looks for its way: how it is paid, and the accounts that it was at. */
  method?: string
  tried?: string[]
  /** Of a card that is stored: whose it is. */
  customer?: TokenCustomer
  /** Of a dispute: what its provider calls it, and what is put forward. */
  dispute?: { providerRef: string; evidence?: Evidence[] }
}

/** The first payment of an agreement, or one that the merchant makes by it later. */
export type Recurring = 'INITIAL' | 'SUBSEQUENT'

/** Of a transfer to an account: what for, and where the money comes from. */
export interface Funding {
  purposeCode?: string
  fundSourceRef?: string
  fundSource?: string
}

export interface AliasRegistration {
  type: string
  value: string
  label: string
  /** Of a PAYID: the most that a later payment may take; absent: as much as the first. */
  limitMinor?: number
}
