import type { ReasonCode } from '../domain/reasons/reason.ts'
import type { Definition } from './definition.ts'
import type { Settles } from './acquirer.ts'
import type { FollowUpRequest, RefundQuestion } from './follow-up.ts'
import type { RefundInquiry, RefundOutcome } from './refund.ts'
import type { TakeOutcome, TakeRequest } from './taken-money.ts'

export interface Bank {
  /** Throws when the list cannot be read. */
  banks(signal?: AbortSignal): Promise<BankInfo[]>
  start(request: TransferRequest, signal?: AbortSignal): Promise<StartOutcome>
  inquire(orderId: string, signal?: AbortSignal): Promise<BankInquiry>
  /** `paid` when the payer was faster; a cancelled order may still be paid late. */
  cancel(orderId: string, signal?: AbortSignal): Promise<BankInquiry>
  refund(request: FollowUpRequest, signal?: AbortSignal): Promise<RefundOutcome>
  /** Of a provider that keeps what was paid for nobody until it is taken; taking again is safe. */
  take?(request: TakeRequest, signal?: AbortSignal): Promise<TakeOutcome>
  /** Of a provider that tells what it has settled. */
  reports?: Settles
  inquireRefund(question: RefundQuestion, signal?: AbortSignal): Promise<RefundInquiry>
}

export interface BankInfo {
  provider: 'BM' | 'PA'
  bank: string
  bankId: number
  name: string
  iconURL: string
  available: boolean
}

export interface TransferRequest {
  orderId: string
  bank: string
  /** The intermediary to go through, where the gateway has chosen one. */
  provider?: string
  amountMinor: number
  currency: string
  title: string
  returnUrl: string
  /** Where an account of a merchant tells what became of it. */
  notifyUrl?: string
  /** ISO 8601 */
  validUntil: string
  email?: string
}

export type StartOutcome =
  | { type: 'started'; redirectUrl: string }
  | { type: 'refused'; rejectCode: 'BANK_UNAVAILABLE' | 'SYSTEM_ERROR'; detail: string }
  | { type: 'unknown' }
  | { type: 'notSent' }

export interface BankInquiry {
  /** Received: the payer has paid, and the money is ours once it is taken. */
  type: 'pending' | 'received' | 'paid' | 'declined' | 'cancelled' | 'notFound' | 'unknown'
  transactionId?: string
  /** Of one that was declined, where the provider says why. */
  rejectCode?: ReasonCode
  detail?: string
}

export interface BankCapabilities {
  cancellation: boolean
  /** A payer may still pay after the order was cancelled. */
  lateMoney: boolean
  refunds: boolean
  inquiry: { by: 'reference' }
}

export type BankDefinition = Definition<'bank', BankCapabilities, Bank>
