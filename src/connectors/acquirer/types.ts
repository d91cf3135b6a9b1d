import type { ReasonCode } from '../../domain/reasons/reason.ts'
import type { FollowUpRequest } from '../follow-up.ts'

export interface Acquirer {
  authorize(request: AuthorizeRequest, signal?: AbortSignal): Promise<AcquirerOutcome>
  capture(request: FollowUpRequest, signal?: AbortSignal): Promise<AcquirerOutcome>
  /** `amountMinor` is the new total. */
  adjust(request: FollowUpRequest, signal?: AbortSignal): Promise<AcquirerOutcome>
  refund(request: FollowUpRequest, signal?: AbortSignal): Promise<AcquirerOutcome>
  /** `approved` also when there was nothing to undo. */
  reverse(request: ReverseRequest, signal?: AbortSignal): Promise<AcquirerOutcome>
  inquire(reference: string, signal?: AbortSignal): Promise<InquiryOutcome>
  /** Throws when the batch could not be closed; closing again is safe. */
  closeSettlement(batchId: string, signal?: AbortSignal): Promise<SettlementFile>
  /** Throws when the page could not be read. `after` is the last line already read, 0 at first. */
  settlementLines(
    batchId: string,
    after: number,
    limit: number,
    signal?: AbortSignal,
  ): Promise<SettlementPage>
}

export interface AuthorizeRequest {
  reference: string
  kind: 'SALE' | 'PREAUTH' | 'VERIFY' | 'ACCT_FUNDING'
  amountMinor: number
  currency: string
  merchant: { merchantId: string; name: string; mcc: string }
  card: CardData
  authentication?: {
    eci: string
    cavv?: string
    dsTransId?: string
    version?: string
    transStatus?: string
  }
  initiator: 'CUSTOMER' | 'MERCHANT'
  recurring?: 'INITIAL' | 'SUBSEQUENT'
  networkTransactionId?: string
  funding?: { purposeCode?: string; fundSourceRef?: string; fundSource?: string }
}

export interface CardData {
  number: string
  /** YYYYMM */
  expDate: string
  cvv?: string
  isNetworkToken?: boolean
  cryptogram?: string
  eci?: string
}

export type ReversalReason =
  'CANCEL' | 'TIMEOUT' | 'EXPIRY' | 'REMAINDER' | 'PARTIAL' | 'ORDER_PAID'

export type ReverseRequest = FollowUpRequest & { reason: ReversalReason }

export type AcquirerOutcome =
  | { type: 'approved'; authCode?: string; acquirerRef?: string; networkTransactionId?: string }
  | { type: 'partial'; approvedAmountMinor: number }
  | { type: 'declined'; rejectCode: ReasonCode; detail: string }
  /** The issuer demands strong authentication of the payer first; only of an authorisation. */
  | { type: 'softDeclined'; detail: string }
  /** Money may have moved: ask, or undo. After a `serverError` the same reference may be sent again. */
  | { type: 'unknown'; because: 'noAnswer' | 'serverError' }
  /** Nothing left this machine. */
  | { type: 'notSent' }

export type DecidedOutcome = Exclude<AcquirerOutcome, { type: 'unknown' | 'notSent' }>

export type InquiryOutcome =
  { type: 'found'; outcome: DecidedOutcome } | { type: 'notFound' } | { type: 'unknown' }

export interface SettlementFile {
  fileId: string
  total: number
}

export interface SettlementPage extends SettlementFile {
  lines: SettlementLine[]
}

export interface SettlementLine {
  line: number
  reference: string
  originalReference?: string
  operation: 'authorize' | 'capture' | 'refund'
  amountMinor: number
  currency: string
}
