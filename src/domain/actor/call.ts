import type { DisputeFacts } from '../dispute/facts.ts'
import type { GivenReason } from '../reasons/given-reason.ts'
import type { Organization } from '../instrument.ts'
import type { RouteChoice } from '../routing/route.ts'
import type { Authentication } from './proof.ts'

/** What the world can be asked for on behalf of a payment; some of it for a tokenization too. */
export type PaymentCallKind =
  | 'openWallet'
  | 'route'
  | 'authenticate'
  | 'inquireAuthentication'
  | 'authorize'
  | 'capture'
  | 'adjust'
  | 'refund'
  | 'reverse'
  | 'inquire'
  | 'blikPay'
  | 'blikInquire'
  | 'blikCancel'
  | 'bankStart'
  | 'bankInquire'
  | 'bankCancel'
  | 'takeMoney'
  | 'sendBack'
  | 'storeCard'

/** What only a tokenization asks for. */
export type TokenCallKind = 'assignToken' | 'provision' | 'inquireProvision' | 'discardToken'

/** What a dispute asks of the provider that tells of it. */
export type DisputeCallKind = 'disputeInquire' | 'disputeSubmit' | 'disputeAccept'

export type CallKind = PaymentCallKind | TokenCallKind | DisputeCallKind

export type ReversalReason =
  | 'CANCEL'
  | 'TIMEOUT'
  | 'EXPIRY'
  | 'REMAINDER'
  | 'PARTIAL'
  | 'ORDER_PAID'

/**
 * One call to the outside. Its id is fixed by the command that caused it: the workflow launches each
 * id once, whatever is lost or run again. Its reference names the operation at the provider for ever.
 */
export interface Call {
  id: string
  kind: CallKind
  reference: string
  originalReference?: string
  amountMinor: number
  attempt: number
  /** Of an inquiry or a closing reversal: the call whose outcome is unknown, and why it is. */
  about?: Call
  because?: UnknownReason
  reason?: ReversalReason
  transId?: string
  refundId?: string
  /** Of a capture: more may follow, what is left of the hold stays. */
  keepsRest?: true
  /** Of an adjustment: it takes back the one before. */
  withdraws?: boolean
  /** Of a withdrawal: the transaction that it leaves behind when it is refused; older ones left none. */
  refusalId?: string
  /** Of an authentication that the issuer has prepared: under which id, and whether it was done. */
  method?: { serverTransId: string; indicator: 'Y' | 'N'; result?: string }
  /** After a soft decline the issuer is asked for a challenge. */
  challengeMandated?: boolean
  secretOwner?: string
  /** Of a charge: the account that it goes through; absent: the acquirer of the installation. */
  via?: string
  /** Of money that is sent back: the provider's own name of it. */
  acquirerRef?: string
  /** How many more accounts may be tried when nothing was charged through this one. */
  others?: number
  /** It finds out whether its account works again. */
  trial?: true
  /** Of an inquiry: the payer is away with the charge, and what the browser has brought back. */
  away?: true
  proof?: string
}

/** Calls that follow from a result are named after the command that began it. */
export const originOf = (callId: string): string | undefined =>
  /^call\/[a-z]+-[\w]+-([a-z]+)/.exec(callId)?.[1]

/** The provider was silent, or failed; or the process that made the call was lost on the way. */
export type UnknownReason = 'noAnswer' | 'serverError' | 'interrupted'

/** What came of a call, in one vocabulary for all providers. */
export type Outcome =
  | ({ type: 'approved' } & Approval)
  /** The acquirer asks the cardholder itself: the browser goes there, with the charge under way. */
  | ({ type: 'redirected' } & Departure)
  | { type: 'partial'; approvedAmountMinor: number }
  | ({ type: 'declined' } & GivenReason)
  | { type: 'softDeclined'; detail?: string }
  | { type: 'unknown'; because: UnknownReason }
  | { type: 'notSent' }
  | { type: 'secretLost' }
  /** `byRepeat`: whoever sends it again is answered as the first time. */
  | { type: 'notFound'; byRepeat?: true }
  | { type: 'neverSent' }
  | { type: 'routed'; choice: RouteChoice }
  | {
      type: 'opened'
      vaultRef: string
      cardMask: string
      organization?: Organization
      fingerprint: string
      auth: 'PAN_ONLY' | 'CRYPTOGRAM'
    }
  | { type: 'invalid'; detail?: string }
  | {
      type: 'authenticated'
      transStatus: string
      eci?: string
      cavv?: string
      dsTransId?: string
      version?: string
    }
  | { type: 'notAuthenticated'; transStatus: string }
  | { type: 'authenticationUnavailable'; detail?: string }
  /** The 3-D Secure server would not take the question: nobody is charged, whatever the settings. */
  | { type: 'authenticationRefused'; detail?: string }
  | { type: 'notEnrolled' }
  | {
      type: 'challenge'
      serverTransId: string
      acsTransId?: string
      /** Where the browser goes; an app finds it in the signed content. */
      acsUrl?: string
      pageUrl?: string
      acsReferenceNumber?: string
      acsSignedContent?: string
      dsTransId?: string
      version?: string
      ranges?: Record<string, string>
      via?: string
      /** Nobody tells the result: it is asked for. */
      pull?: true
    }
  /** The issuer wants to see the browser before it answers, under this id. */
  | { type: 'profile'; serverTransId: string; url: string }
  | {
      type: 'pending'
      redirectUrl?: string
      transactionId?: string
      alias?: { value: string; status: string }
    }
  | { type: 'paid'; transactionId?: string; alias?: { value: string; status: string } }
  /** The payer has paid, and the money is ours only once we have taken it. */
  | { type: 'received'; transactionId: string; alias?: { value: string; status: string } }
  | ({ type: 'refused' } & GivenReason)
  | { type: 'cancelled' }
  | { type: 'ambiguous'; apps: { app: string; label: string }[] }
  | { type: 'stored'; token: StoredToken }
  | { type: 'discarded' }
  /** How a dispute stands now. */
  | { type: 'disputed'; facts: DisputeFacts }

/** What an acquirer says of an operation that it has done. */
export interface Approval {
  authCode?: string
  acquirerRef?: string
  networkTransactionId?: string
  /** Of a hold: until when the acquirer keeps it, in epoch milliseconds, where it says so. */
  heldUntil?: number
  /** What came of a 3-D Secure that it has run itself. */
  authentication?: Authentication
}

/** Where a browser goes. */
export interface Departure {
  url: string
  acquirerRef?: string
}

export interface StoredToken {
  type: 'COF' | 'VTS' | 'SCOF'
  instrumentNo?: string
  instrumentRef?: string
  cardMask: string
  expDate: string
  organization: string
  visuals?: { visualId: string; type: string; width: number; height: number }[]
}

/** What came of a call inside the task, or that it goes on elsewhere: with whoever holds the secret, or in the same process. */
export type QuickOutcome = Outcome | { type: 'notHere' } | { type: 'slow'; queue: string }
