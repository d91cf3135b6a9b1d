import type { GivenReason } from '../reasons/given-reason.ts'
import type { Instrument, Method } from '../instrument.ts'
import type { ClockMoved } from '../actor/clock.ts'
import type { Approval, Call } from '../actor/call.ts'
import type { RouteChoice } from '../routing/route.ts'
import type {
  App,
  Customer,
  FraudWarning,
  Payment,
  Profiling,
  Refund,
  Transaction,
} from './payment.ts'
import type { Challenge } from '../actor/authentication.ts'
import type { Authentication } from '../actor/proof.ts'
import type { Device } from '../actor/device.ts'
import type { Ending } from '../actor/ending.ts'
import type { Redirect } from '../actor/redirect.ts'

/** What has happened to a payment. `call` asks the world for something; `answers` ends a call. */
export type Event = { answers?: string; call?: Call } & (
  | { type: 'created'; payment: Payment }
  | {
      type: 'detailsGiven'
      instrument?: Instrument
      method?: Method
      device?: Device
      customer?: Partial<Customer>
    }
  | { type: 'linkRestored'; linkId: string; validUntil?: number }
  | { type: 'walletOpeningStarted' }
  | { type: 'walletOpened'; instrument: Instrument }
  | { type: 'deviceNeeded'; stepUp?: true }
  | { type: 'profilingStarted'; profiling: Profiling }
  | { type: 'authenticationStarted' }
  | { type: 'challengeNeeded'; challenge: Challenge }
  /** The server that runs the challenge is asked how it ended. */
  | { type: 'challengeInquired' }
  | { type: 'authenticated'; authentication: Authentication }
  | { type: 'routingStarted' }
  | { type: 'routeChosen'; choice: RouteChoice }
  | { type: 'authorizationStarted'; transaction: Transaction }
  | { type: 'authorizationRepeated' }
  /** The acquirer asks the cardholder itself; the charge is under way until it says how it ended. */
  | { type: 'payerRedirected'; transId: string; redirect: Redirect; acquirerRef?: string }
  | { type: 'payerReturned'; proof?: string }
  | { type: 'chargeInquired' }
  | ({ type: 'authorized'; transId: string; amountMinor: number; holdUntil: number } & Approval)
  | ({ type: 'paid'; transId: string; amountMinor: number; refundUntil: number } & Approval)
  | ({
      type: 'transactionClosed'
      transId: string
      status: Transaction['status']
    } & Partial<GivenReason>)
  | { type: 'outcomeUnknown' }
  | { type: 'secretLost' }
  | { type: 'undoingStarted'; ending: Ending }
  | { type: 'payerAsked'; transaction: Transaction; payerUntil?: number }
  | { type: 'payerWaited'; redirectUrl?: string; nextInquiryAt: number }
  | { type: 'inquired' }
  /** The payer has paid, and the provider waits for our word to keep the money. */
  | { type: 'moneyReceived'; transactionId: string }
  | { type: 'appNeeded'; apps: App[] }
  | { type: 'codeNeeded' }
  | { type: 'aliasChanged'; alias: { value: string; status: string } }
  | { type: 'givingUpStarted'; ending: Ending }
  | { type: 'endRequested'; ending: Ending }
  | { type: 'lateMoneyFound' }
  /** An order was paid once more: that money goes back, and the payment stays as it is. */
  | { type: 'secondMoneyFound'; transactionId: string }
  | { type: 'moneySentBack' }
  /** An acquirer tells of a charge that had ended without one: it goes back. */
  | { type: 'lateChargeFound'; acquirerRef: string }
  | { type: 'reversalReturned'; reference: string }
  | { type: 'lateChargeUndone' }
  /** The provider will not give it back: that is for an operator. */
  | ({ type: 'sendBackRefused' } & GivenReason)
  | ({ type: 'rejected'; lateUntil?: number; nextInquiryAt?: number } & GivenReason)
  | ({ type: 'cancelled'; lateUntil?: number; nextInquiryAt?: number } & GivenReason)
  | ({ type: 'errored' } & GivenReason)
  | { type: 'captureStarted'; transaction: Transaction }
  | ({ type: 'captured'; transId: string; amountMinor: number; refundUntil: number } & Approval)
  /** A part of the hold was charged, and the rest is still held. */
  | ({ type: 'partCaptured'; transId: string; amountMinor: number; refundUntil: number } & Approval)
  | ({ type: 'captureRefused'; transId: string } & GivenReason)
  /** The provider says that it fails, before it has answered the request or when the money has moved on. */
  | ({ type: 'captureDoubted'; transId: string } & GivenReason)
  /** It was completed, and has failed after all: what is held can be captured again until then. */
  | ({ type: 'captureReturned'; transId: string; holdUntil: number } & GivenReason)
  /** The hold has ended after captures of parts; what is left of it is given back. */
  | { type: 'holdReleased' }
  | { type: 'remainderReleased' }
  | { type: 'adjustmentStarted'; transaction: Transaction }
  | ({ type: 'adjusted'; transId: string; amountMinor: number } & Approval)
  | ({ type: 'adjustmentRefused'; transId: string } & GivenReason)
  | { type: 'withdrawalStarted'; transId: string }
  | { type: 'withdrawn'; transId: string; amountMinor: number }
  | ({ type: 'withdrawalRefused'; transId: string; transaction?: Transaction } & GivenReason)
  | { type: 'reversalStarted'; transaction: Transaction; ending: Ending }
  | ({ type: 'holdKept'; transId: string } & GivenReason)
  | ({ type: 'saleKept'; transId: string } & GivenReason)
  | { type: 'refundAccepted'; refund: Refund; transaction: Transaction }
  | ({ type: 'refundCompleted'; refundId: string } & Approval)
  | ({ type: 'refundRefused'; refundId: string } & GivenReason)
  | ({ type: 'refundFailed'; refundId: string } & GivenReason)
  /** The provider says that it fails, before it has answered the request itself. */
  | ({ type: 'refundDoubted'; refundId: string } & GivenReason)
  /** It was completed, and the money has come back from the payer's bank. */
  | ({ type: 'refundReturned'; refundId: string } & GivenReason)
  /** The payer's bank holds it for fraud; nobody has disputed it yet. */
  | { type: 'fraudWarned'; warning: FraudWarning }
  | { type: 'called' }
  | { type: 'settlementClosed'; batch: string }
  | { type: 'settled'; transaction: Transaction }
  /** One of several captures. */
  | { type: 'partSettled'; transaction: Transaction }
  | { type: 'allSettled' }
  | ClockMoved
  | { type: 'held'; reason: string }
  | { type: 'resumed' }
  | { type: 'closed' }
)

export type EventType = Event['type']
export type EventOf<T extends EventType> = Extract<Event, { type: T }>
