import type { GivenReason } from '../reasons/given-reason.ts'
import type { ReasonCode } from '../reasons/reason.ts'
import type { Currency } from '../currency.ts'
import { required } from '../assert.ts'
import type { Family, Instrument, Method, ThreeDsMethod } from '../instrument.ts'
import { traitsOf } from '../instrument.ts'
import type { Challenge } from '../actor/authentication.ts'
import type { Authentication } from '../actor/proof.ts'
import type { Call } from '../actor/call.ts'
import type { Way } from '../routing/route.ts'
import type { Clock } from '../actor/clock.ts'
import type { AliasRegistration, Funding, Recurring } from '../actor/call-request.ts'
import type { Address, CustomerHistory } from '../actor/payer.ts'
import type { Channel } from '../actor/channel.ts'
import type { Consent } from '../actor/consent.ts'
import type { Device } from '../actor/device.ts'
import type { Ending } from '../actor/ending.ts'
import type { MerchantFacts } from '../actor/merchant-facts.ts'
import type { Redirect } from '../actor/redirect.ts'
import type { Exemption } from '../actor/exemption.ts'
import type { Phase } from './phase.ts'

/** One payment as its events have made it. It crosses workflow payloads: plain JSON only. */
export interface Payment extends Clock {
  id: string
  version: number
  phase: Phase
  merchantId: string
  agentId?: string
  channel: Channel
  method: Method | 'UNKNOWN'
  merchant: MerchantFacts
  customer: Customer
  device?: Device
  order: Order
  options: Options
  instrument?: Instrument
  /** What the payer has agreed to, where a card is stored. */
  consents?: Consent
  parentId?: string
  /** Which try of the payer it is, when the page has made it from a failed one. */
  attempt?: number
  tokenizerId?: string
  /** Random id of the link to the hosted page; a restore replaces it. */
  linkId?: string
  /** The payment link that it is a use of. */
  paymentLinkId?: string
  createdAt: number
  updatedAt: number
  validUntil: number
  requestId: string

  authentication?: Authentication
  profiling?: Profiling
  challenge?: Challenge
  /** Reference of the authorisation that stands, at the acquirer, at BLIK or at a bank. */
  reference?: string
  /** The account that the charge was planned for; everything that follows goes there as well. */
  via?: string
  /** The way that was chosen before anybody was authenticated. */
  way?: Way
  /** The payer is at the acquirer's page, and the charge under way. */
  redirect?: Redirect
  /** How many authorisations have begun: each has a reference of its own. */
  authorizations: number
  /** The issuer has asked for the cardholder once; it is not asked again. */
  softDeclined?: boolean
  /** The issuer wants the cardholder, and the payer's device must be known before it is asked. */
  stepUp?: true
  networkTransactionId?: string
  redirectUrl?: string
  apps?: App[]
  alias?: { value: string; status: string }
  /** When the payer was asked, until when the answer counts, and when the provider is asked next. */
  payerAskedAt?: number
  payerUntil?: number
  nextInquiryAt?: number
  inquiries: number

  authorizedMinor: number
  capturedMinor: number
  refundedMinor: number
  reservedMinor: number
  transactions: Transaction[]
  refunds: Refund[]
  subpayments: Subpayment[]
  /** Outside calls that the payment waits for, in order; only the first is under way. */
  calls: Call[]
  /** An end that was asked for while money may be out; it happens once the money is back. */
  ending?: Ending
  completedAt?: number
  holdUntil?: number
  refundUntil?: number
  /** Until when money of a payer who was too late is sent back. */
  lateUntil?: number
  sentBack?: boolean
  /** The provider's names of money that came a second time, or too late, and was sent back. */
  returned?: string[]
  settlementBatch?: string
  /** What the payer's bank has said of it by itself, oldest first. */
  fraudWarnings?: FraudWarning[]
  rejectCode?: ReasonCode
  /** The words behind the code, for operators. */
  detail?: string
  /** Why an operator must look at it before anything goes on. */
  held?: string
  notificationSequence: number
  closed?: boolean
}

/** Under which name the charge stands at the acquirer, at BLIK or at a bank. */
export const chargeReference = ({ reference }: Payment): string => required(reference, 'charge yet')

/** What was taken out of a hold. */
export const completedCaptures = ({ transactions }: Pick<Payment, 'transactions'>): Transaction[] =>
  transactions.filter(({ type, status }) => type === 'CAPTURE' && status === 'COMPLETED')

/** Of what was captured: what neither went back nor is about to. */
export const notRefundedMinor = ({
  capturedMinor,
  refundedMinor,
  reservedMinor,
}: Payment): number => capturedMinor - refundedMinor - reservedMinor

/** The provider has given back all that was paid, because the payment was cancelled. */
export const isGivenBack = ({ transactions }: Pick<Payment, 'transactions'>): boolean =>
  transactions.some(({ type, status }) => type === 'REVERSAL' && status === 'COMPLETED')

/** A hold that may be captured in parts and has not ended. */
export const isDrawnOn = ({ phase, merchant }: Pick<Payment, 'phase' | 'merchant'>): boolean =>
  merchant.severalCaptures === true && (phase === 'authorized' || phase === 'capturing')

/** Charges that came to nothing at one account before another was asked. */
export const failedAttempts = ({ transactions }: Pick<Payment, 'transactions'>) =>
  transactions.filter(
    (one): one is Transaction & { via: string } =>
      one.via !== undefined &&
      (one.status === 'REJECTED' || one.status === 'ERROR') &&
      (one.type === 'AUTH' || one.type === 'PREAUTH'),
  )

/** Of the instrument that is paid with. */
export const familyOf = ({ instrument }: Payment): Family =>
  traitsOf(required(instrument, 'instrument').type).family

export interface Customer {
  email: string
  extCustomerId?: string
  /** The merchant's word that nobody but this customer has the link that it was given. */
  signedIn?: true
  name?: string
  phone?: string
  accountNo?: string
  billing?: Address
  history?: CustomerHistory
}

export interface Order {
  amountMinor: number
  currency: Currency
  extOrderId?: string
  description?: string
  commissionMinor?: number
  shipping?: Address
}

export interface Options {
  transKind: 'AUTH' | 'PREAUTH' | 'ACCT_FUNDING'
  marketplace?: boolean
  tokenize?: boolean
  recurring?: Recurring
  recurringType?: string
  /** YYYYMMDD */
  recurringExpDate?: string
  recurringCycleDays?: number
  refPaymentId?: string
  /** Of the first payment of the agreement, looked up when a SUBSEQUENT one is created. */
  networkTransactionId?: string
  /** Ask for the cardholder although a network token stands for the card. */
  authenticate?: true
  /** Why the payer need not be challenged, as the merchant claims. */
  exemption?: Exemption
  /** A clerk takes the order by phone or mail: nobody is there to be authenticated. */
  moto?: true
  validTime: number
  asyncNotify?: string
  methods?: string[]
  language?: 'pl' | 'en'
  /** The merchant's own pages may show the payment page in a frame. */
  iframe?: boolean
  registerAlias?: AliasRegistration
  funding?: Funding
}

/** The issuer looks at the payer's browser, until it says so or its time is over. */
export interface Profiling extends ThreeDsMethod {
  until: number
}

export interface App {
  app: string
  label: string
}

export const transactionTypes = [
  'AUTH',
  'PREAUTH',
  'ADJUSTMENT',
  'CAPTURE',
  'CANCEL',
  'REVERSAL',
  'REFUND',
  'SETTLEMENT',
] as const
export type TransactionType = (typeof transactionTypes)[number]
export type TransactionStatus = 'PENDING' | 'COMPLETED' | 'REJECTED' | 'CANCELLED' | 'ERROR'

export interface Transaction {
  transId: string
  type: TransactionType
  status: TransactionStatus
  amountMinor: number
  reference?: string
  description?: string
  authCode?: string
  acquirerRef?: string
  /** Of a charge: the account that it went through. */
  via?: string
  subpaymentId?: string
  refundId?: string
  rejectCode?: ReasonCode
  /** The words behind the code, for operators. */
  detail?: string
  /** Of an adjustment: the preauthorized amount before it. */
  previousMinor?: number
  /** Of a settlement: what it costs the merchant, and the batch whose line it is. */
  feeMinor?: number
  batch?: string
  /** Of a capture: the provider said that it fails before it answered the request: then a yes is none. */
  doubted?: GivenReason
  createdAt: number
  updatedAt: number
}

export interface Refund {
  refundId: string
  extRefundId?: string
  subpaymentId?: string
  transId: string
  amountMinor: number
  /** Of a marketplace part: the commission that goes back with it. */
  commissionMinor?: number
  /** True when no amount was named: all that could still be refunded. */
  whole?: boolean
  status: RefundStatus
  description?: string
  rejectCode?: ReasonCode
  /** The provider said that it fails before it answered the request: then a yes is none. */
  doubted?: GivenReason
  commandId: string
  createdAt: number
  updatedAt: number
}

/** A bank holds the payment for fraud. */
export interface FraudWarning {
  /** The provider's own name of it. */
  warningId: string
  at: number
}

export const refundStatuses = ['NEW', 'PENDING', 'COMPLETED', 'REJECTED', 'ERROR'] as const
export type RefundStatus = (typeof refundStatuses)[number]

export interface Subpayment {
  subpaymentId: string
  extSubpaymentId?: string
  merchantId: string
  amountMinor: number
  commissionMinor: number
  description?: string
  refundedMinor: number
  reservedMinor: number
  commissionRefundedMinor: number
}
