import type { Location } from '../domain/actor/merchant-facts.ts'
import type { Approval, Departure, ReversalReason } from '../domain/actor/call.ts'
import type { Exemption } from '../domain/actor/exemption.ts'
import type { LearntFacts } from '../domain/cards/card-facts.ts'
import type { ReasonCode } from '../domain/reasons/reason.ts'
import type { Payer } from '../domain/actor/payer.ts'
import type { SettlementLine } from '../domain/settlement/settlement.ts'
import type { DisputeDesk, DisputeNews } from './disputes.ts'
import type { Definition, Webhook } from './definition.ts'
import type { FollowUpRequest } from './follow-up.ts'
import type { BrowserData } from './browser-data.ts'

export interface Acquirer {
  authorize(request: AuthorizeRequest, signal?: AbortSignal): Promise<ChargeOutcome>
  capture(request: FollowUpRequest, signal?: AbortSignal): Promise<AcquirerOutcome>
  /** `amountMinor` is the new total. */
  adjust(request: FollowUpRequest, signal?: AbortSignal): Promise<AcquirerOutcome>
  refund(request: FollowUpRequest, signal?: AbortSignal): Promise<AcquirerOutcome>
  /** `approved` also when there was nothing to undo. */
  reverse(request: ReverseRequest, signal?: AbortSignal): Promise<AcquirerOutcome>
  inquire(inquiry: Inquiry, signal?: AbortSignal): Promise<InquiryOutcome>
  /** Where disputes are answered; not there where the acquirer only tells of them, or not even that. */
  disputes?: DisputeDesk
  /**
   * Batches that the provider has closed by itself since then (epoch milliseconds), oldest first; not
   * there when we close them. Throws when they could not be read.
   */
  closedBatches?(since: number, signal?: AbortSignal): Promise<string[]>
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

/** Whoever reports what it has settled. */
export type Settles = Pick<Acquirer, 'closedBatches' | 'closeSettlement' | 'settlementLines'>

/** Whose account an operation goes through; absent: that of the installation. */
export interface Addressed {
  to?: { merchantId: string; connector: string; account: string }
}

export interface AuthorizeRequest {
  reference: string
  kind: 'SALE' | 'PREAUTH' | 'VERIFY' | 'ACCT_FUNDING'
  amountMinor: number
  currency: string
  merchant: AcquirerMerchant
  card: CardData
  authentication?: {
    eci: string
    cavv?: string
    dsTransId?: string
    version?: string
    transStatus?: string
    /** What the issuer said at once: C where it then challenged the payer. */
    aresStatus?: string
  }
  /** 3-D Secure is the acquirer's to run, with the charge: as the issuer wants it, or in any case. */
  cardholder?: Cardholder
  initiator: 'CUSTOMER' | 'MERCHANT'
  recurring?: 'INITIAL' | 'SUBSEQUENT'
  networkTransactionId?: string
  /** Why the payer was not challenged, as the merchant claims. */
  exemption?: Exemption
  /** Mail order or telephone order: out of scope of strong authentication. */
  moto?: true
  funding?: { purposeCode?: string; fundSourceRef?: string; fundSource?: string }
}

/** Whom an acquirer asks that runs 3-D Secure itself, and where the browser comes back to. */
export interface Cardholder {
  ask: 'asNeeded' | 'always'
  returnUrl: string
  browser: BrowserData
  email?: string
  payer?: Payer
}

/** The merchant as acquirers know it. */
export interface AcquirerMerchant {
  merchantId: string
  name: string
  mcc: string
  country?: string
  /** What the acquirer, or American Express for its own cards, knows the merchant by. */
  acquirerMerchantId?: string
  terminalId?: string
  taxId?: string
  organizationId?: string
  location?: Location
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

export interface ReverseRequest extends FollowUpRequest {
  reason: ReversalReason
  /** Which kind of operation is undone; absent: the charge itself. */
  undoes?: Inquiry['operation']
  /** When that was first sent, in epoch milliseconds. */
  sentAt?: number
  /** It was the check of a card: nothing was charged or held by it. */
  verifies?: true
}

export type AcquirerOutcome =
  | ({ type: 'approved' } & Approval)
  | { type: 'partial'; approvedAmountMinor: number }
  | { type: 'declined'; rejectCode: ReasonCode; detail: string }
  /** The issuer demands strong authentication of the payer first; only of an authorisation. */
  | { type: 'softDeclined'; detail: string }
  /** Money may have moved: ask, or undo. After a `serverError` the same reference may be sent again. */
  | { type: 'unknown'; because: 'noAnswer' | 'serverError' }
  /** Nothing left this machine. */
  | { type: 'notSent' }

/** With what the acquirer knows of the card, where it says so. */
export type ChargeOutcome = (AcquirerOutcome | Redirected) & { card?: LearntFacts }

/** The acquirer asks the cardholder on a page of its own, with the charge under way. */
export type Redirected = { type: 'redirected' } & Departure

/** An approval of another sum than was asked for approves nothing of what was asked for. */
export const approvedFor = (
  approval: Extract<AcquirerOutcome, { type: 'approved' }>,
  approvedAmountMinor: number | undefined,
  askedMinor: number | undefined,
): DecidedOutcome =>
  approvedAmountMinor === undefined ||
  askedMinor === undefined ||
  approvedAmountMinor === askedMinor
    ? approval
    : { type: 'partial', approvedAmountMinor }

export type DecidedOutcome = Exclude<AcquirerOutcome, { type: 'unknown' | 'notSent' }>

/** What became of an operation is asked by its reference; the rest helps who knows other names. */
export interface Inquiry {
  reference: string
  /** What was asked for: an approval of another sum is none. */
  amountMinor?: number
  operation?: 'authorize' | 'capture' | 'adjust' | 'refund'
  /** It was the check of a card, without a charge. */
  verifies?: true
  /** The acquirer's own name of the charge that the operation is about. */
  originalAcquirerRef?: string
  /** When it was first sent, in epoch milliseconds. */
  sentAt?: number
  /** The payer is away at the acquirer's page, and what the browser has brought back. */
  away?: { proof?: string }
}

export type InquiryOutcome =
  | { type: 'found'; outcome: DecidedOutcome | Redirected }
  /** The payer is still away; only where that was said. */
  | { type: 'pending' }
  /** `byRepeat`: nobody can say; the same request again is answered as it was the first time. */
  | { type: 'notFound'; byRepeat?: true }
  | { type: 'unknown' }

export interface SettlementFile {
  fileId: string
  total: number
}

export interface SettlementPage extends SettlementFile {
  lines: SettlementLine[]
}

/** What an acquirer can do. Routing and operators read it; a payment that needs more goes elsewhere. */
export interface AcquirerCapabilities {
  /** A card can be checked without a charge. */
  verification: boolean
  accountFunding: boolean
  partialCapture: boolean
  severalCaptures: boolean
  adjustment: 'none' | 'up' | 'upAndDown'
  /** Whether a reference that the acquirer has never seen can be closed for ever, and how. */
  reversal: 'anyReference' | 'byClaimedKey'
  refunds: boolean
  /** Takes the proof of a 3-D Secure that it did not run itself. */
  externalAuthentication: boolean
  /** Runs 3-D Secure itself, with the charge; `bySetting`: where the account's `authentication` says so. */
  ownAuthentication: boolean | 'bySetting'
  /** `byAgreement`: only for accounts that the provider has enabled. */
  networkTokens: boolean | 'byAgreement'
  merchantInitiated: boolean | 'byAgreement'
  /** Under what an unknown outcome is asked about; repeating a request asks too while its key lives. */
  inquiry: { by: 'reference' } | { by: 'list' | 'repeat'; keyHours: number }
  /** `taken`: a capture or a refund is only taken at first, and a message says when it fails. */
  modifications: 'answered' | 'taken'
  /** `told`: a message names each report that can be read. */
  settlement: 'batch' | 'payouts' | 'told'
  /**
   * Whether disputes are only told of, or can be answered too; `bySetting`: where the account says at which
   * address, which then tells no more than whether it still waits. Absent: neither.
   */
  disputes?: 'told' | 'answered' | 'bySetting'
}

/** What a verified message of an acquirer says. */
export type AcquirerNews =
  | { type: 'forged' }
  /** Well signed, and about nothing that a payment waits for. */
  | { type: 'nothing' }
  | {
      type: 'outcome'
      /** The same event may come again, and after a later one. */
      eventId: string
      reference: string
      acquirerRef: string
      /** `pending`: there is news, and the acquirer is asked for it; `cancelled`: it holds nothing any more. */
      outcome: DecidedOutcome | { type: 'pending' | 'cancelled' }
    }
  | ({ type: 'dispute'; eventId: string } & DisputeNews)
  /** A report of what was settled can be read now, under this name. */
  | { type: 'report'; name: string }
  /** A payer's bank holds a charge for fraud, before anybody disputes it. */
  | { type: 'fraudWarning'; warningId: string; charge: DisputeNews['charge']; at: number }

/** The messages of an acquirer, read with every key that may have signed them. */
export interface AcquirerWebhook extends Webhook {
  read(message: SignedMessage, keys: readonly string[], now: number): AcquirerNews
}

export interface SignedMessage {
  rawBody: Buffer
  /** The value of the signature's header. */
  signature: string | undefined
}

export type AcquirerDefinition = Definition<'acquirer', AcquirerCapabilities, Acquirer> & {
  webhook?: AcquirerWebhook
}
