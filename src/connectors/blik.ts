import type { Definition } from './definition.ts'
import type { Settles } from './acquirer.ts'
import type { FollowUpRequest, RefundQuestion } from './follow-up.ts'
import type { RefundInquiry, RefundOutcome } from './refund.ts'
import type { TakeOutcome, TakeRequest } from './taken-money.ts'

export interface Blik {
  /** A code is good for one use, so an unknown outcome is asked about, never sent again. */
  pay(request: BlikPayment, signal?: AbortSignal): Promise<BlikOutcome>
  inquire(orderId: string, signal?: AbortSignal): Promise<BlikInquiry>
  /** `confirmed` when the payer was faster. */
  cancel(orderId: string, signal?: AbortSignal): Promise<BlikOutcome>
  refund(request: FollowUpRequest, signal?: AbortSignal): Promise<RefundOutcome>
  /** Of a provider that keeps what was paid for nobody until it is taken; taking again is safe. */
  take?(request: TakeRequest, signal?: AbortSignal): Promise<TakeOutcome>
  /** Of a provider that tells what it has settled. */
  reports?: Settles
  inquireRefund(question: RefundQuestion, signal?: AbortSignal): Promise<RefundInquiry>
}

export interface BlikPayment {
  orderId: string
  amountMinor: number
  currency: string
  description: string
  code?: string
  alias?: { type: 'UID' | 'PAYID'; value: string; app?: string }
  registerAlias?: {
    type: 'UID' | 'PAYID'
    value: string
    label: string
    /** Of a PAYID: the agreement that it stands for. */
    limitMinor?: number
    expDate?: string
    cycleDays?: number
  }
  notifyUrl: string
  email?: string
  /** The payer's device, where the provider wants to know of it. */
  device?: { ip: string; userAgent?: string }
}

/** How the payment stands at the provider. */
export type BlikState =
  | { type: 'pending' | 'confirmed' | 'cancelled'; transactionId?: string }
  /** The payer has paid, and the money is ours once it is taken. */
  | { type: 'received'; transactionId: string }
  | { type: 'rejected'; rejectCode: BlikRejectCode; detail: string; transactionId?: string }
  /** The alias is bound to several bank apps: the payer has to choose one. */
  | { type: 'ambiguous'; apps: BlikApp[]; transactionId?: string }

export type BlikOutcome = BlikState | { type: 'unknown' } | { type: 'notSent' }

export type BlikInquiry =
  | (BlikState & { alias?: BlikAlias })
  | { type: 'notFound' }
  | { type: 'unknown' }

export interface BlikApp {
  app: string
  label: string
}

export interface BlikAlias {
  value: string
  status: 'REGISTERED' | 'UNREGISTERED' | 'EXPIRED'
}

export const blikRejectCodes = [
  'BLIK_CODE_INVALID',
  'BLIK_CODE_EXPIRED',
  'DECLINED_BY_PAYER',
  'INSUFFICIENT_FUNDS',
  'BLIK_ALIAS_UNKNOWN',
  'BLIK_TIMEOUT',
  'LIMIT_EXCEEDED',
  'WRONG_PIN',
  'DO_NOT_HONOUR',
  'SECURITY',
  'DECLINED',
  'SYSTEM_ERROR',
] as const
export type BlikRejectCode = (typeof blikRejectCodes)[number]

/** The provider's own message about a change. */
export interface BlikMessage {
  orderId: string
  transactionId?: string
  outcome: BlikState
  alias?: BlikAlias
}

export interface BlikCapabilities {
  codes: boolean
  aliases: boolean
  cancellation: boolean
  refunds: boolean
  inquiry: { by: 'reference' }
}

export type BlikDefinition = Definition<'blik', BlikCapabilities, Blik>
