import type { GivenReason } from '../reasons/given-reason.ts'
import type { TokenStatus } from '../card-token.ts'
import type { Instrument } from '../instrument.ts'
import type { ClockMoved } from '../actor/clock.ts'
import type { Call, StoredToken } from '../actor/call.ts'
import type { Challenge } from '../actor/authentication.ts'
import type { Authentication } from '../actor/proof.ts'
import type { Device } from '../actor/device.ts'
import type { Ending } from '../actor/ending.ts'
import type { Redirect } from '../actor/redirect.ts'
import type { RouteChoice } from '../routing/route.ts'
import type { Tokenization } from './tokenization.ts'

/** What has happened to a tokenization. `call` asks the world for something; `answers` ends a call. */
export type TokenizationEvent = { answers?: string; call?: Call } & (
  | { type: 'created'; tokenization: Tokenization }
  | { type: 'detailsGiven'; instrument?: Instrument; device?: Device }
  | { type: 'routingStarted' }
  | { type: 'routeChosen'; choice: RouteChoice }
  | { type: 'authenticationStarted' }
  | { type: 'challengeNeeded'; challenge: Challenge }
  /** The server that runs the challenge is asked how it ended. */
  | { type: 'challengeInquired' }
  | { type: 'authenticated'; authentication: Authentication }
  | { type: 'verificationStarted' }
  | { type: 'verificationRepeated' }
  /** The acquirer asks the cardholder itself, on a page of its own. */
  | { type: 'payerRedirected'; redirect: Redirect; acquirerRef?: string }
  | { type: 'payerReturned'; proof?: string }
  | { type: 'chargeInquired' }
  | { type: 'outcomeUnknown' }
  | { type: 'secretLost' }
  | { type: 'storingStarted' }
  | { type: 'provisioningStarted' }
  | { type: 'called' }
  | { type: 'stored'; token: StoredToken }
  | { type: 'endRequested'; ending: Ending }
  | { type: 'undoingStarted'; token: StoredToken }
  | {
      type: 'tokenStateChanged'
      status: Exclude<TokenStatus, 'DISCARDED'>
      saidAt?: number
      /** The merchant is told; before this was so it was not. */
      told?: true
    }
  | { type: 'tokenRenewed'; expDate: string; cardMask: string; saidAt: number }
  | { type: 'discardingStarted' }
  | { type: 'discarded' }
  | ({ type: 'rejected' } & GivenReason)
  | ({ type: 'cancelled' } & GivenReason)
  | ({ type: 'errored' } & GivenReason)
  | ClockMoved
  | { type: 'held'; reason: string }
  | { type: 'resumed' }
)

export type TokenizationEventType = TokenizationEvent['type']
export type TokenizationEventOf<T extends TokenizationEventType> = Extract<
  TokenizationEvent,
  { type: T }
>
