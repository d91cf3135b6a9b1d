import type { Exemption } from '../domain/actor/exemption.ts'
import type { Payer } from '../domain/actor/payer.ts'
import type { ThreeDsVersions } from '../domain/three-ds-versions.ts'
import type { SignedMessage } from './acquirer.ts'
import type { BrowserData } from './browser-data.ts'
import type { Definition, Webhook } from './definition.ts'

/** Whoever asks issuers about their cardholders. Nothing is charged here, whatever is lost. */
export interface ThreeDs {
  /** What is known of a card before its issuer is asked; not there where the server does not say. */
  lookUp?(number: string, signal?: AbortSignal): Promise<ThreeDsVersions>
  authenticate(request: AuthenticationRequest, signal?: AbortSignal): Promise<AuthenticationOutcome>
  result(serverTransId: string, signal?: AbortSignal): Promise<ResultLookup>
}

export interface AuthenticationRequest {
  /** Names the question for ever: the same one again is no second question where the server can tell. */
  reference: string
  category: 'payment' | 'nonPayment'
  number: string
  /** YYYYMM */
  expDate: string
  /** Of the card: whose directory is asked. */
  organization?: string | undefined
  amountMinor: number
  currency: string
  merchant: {
    merchantId: string
    name: string
    mcc: string
    country: string
    url?: string | undefined
    /** What the directory servers know the merchant by; absent: its own id. */
    acquirerMerchantId?: string | undefined
  }
  /** The payer's browser, or the SDK of the app that the payer uses. */
  browser?: BrowserData | undefined
  sdk?: SdkData | undefined
  email?: string | undefined
  /** What the merchant has said of the payer. */
  payer?: Payer | undefined
  /** Of the first payment of an agreement; the end is YYYYMMDD. */
  recurring?: { expiry?: string | undefined; cycleDays?: number | undefined } | undefined
  /** The number is a network's token for the card. */
  isNetworkToken?: boolean | undefined
  exemption?: Exemption | undefined
  /** After a soft decline the issuer has to challenge the payer. */
  challengeMandated?: boolean | undefined
  /** A page of ours is open in the payer's browser and can show the issuer's in a hidden frame. */
  mayProfile?: boolean | undefined
  /** The issuer's page ran before under this id: done, or not in time; with what it has said. */
  method?: Profiled | undefined
  notificationUrl: string
  resultsUrl: string
  /** Epoch milliseconds. */
  purchaseDate: number
}

export interface Profiled {
  serverTransId: string
  indicator: 'Y' | 'N'
  result?: string
}

/** As the SDK of an app gave it, in the names of EMV 3-D Secure. */
export interface SdkData {
  sdkAppID: string
  sdkTransID: string
  sdkReferenceNumber: string
  sdkMaxTimeout: string
  sdkEncData: string
  sdkEphemPubKey: Record<string, string>
  messageVersion?: string
  deviceRenderOptions?: { sdkInterface: string; sdkUiType: string[] }
}

export type AuthenticationOutcome =
  | Verdict
  | Challenge
  /** The issuer wants to see the browser first; then it is asked again, under this id. */
  | { type: 'profile'; serverTransId: string; url: string }
  | { type: 'notEnrolled' }

export type Verdict =
  | {
      type: 'authenticated' | 'attempted'
      eci: string
      cavv: string
      dsTransId: string
      version: string
    }
  /** The issuer took note; liability does not shift. */
  | { type: 'informational'; eci?: string; dsTransId: string; version: string }
  | { type: 'failed'; transStatus: 'N' | 'R'; reason?: string }
  | { type: 'unavailable'; because: string }
  /** An answer came and it is no verdict: our request, our key or the server is wrong. */
  | { type: 'refused'; because: string }

export interface Challenge {
  type: 'challenge'
  serverTransId: string
  /** Of a browser that posts a CReq; an app finds it in the signed content. */
  acsUrl?: string
  /** Of a server that runs the challenge on a page of its own: the browser just goes there. */
  pageUrl?: string
  acsTransId?: string
  acsReferenceNumber?: string
  dsTransId?: string
  version?: string
  acsSignedContent?: string
  ranges?: Record<string, string>
  /** Nobody tells the result: it is asked for. */
  pull?: true
}

export type ResultLookup =
  | { type: 'final'; outcome: Verdict }
  /** The challenge still runs. */
  | { type: 'pending' }
  | { type: 'notFound' }
  | { type: 'unknown' }

/** What the results message says, with the ids its acknowledgement has to repeat. */
export interface AuthenticationResult {
  threeDSServerTransID: string
  acsTransID: string
  dsTransID: string
  messageVersion: string
  challengeCancel?: string
  outcome: Verdict
}

export interface ThreeDsCapabilities {
  /** When the issuer may look at the payer's browser: before it is asked, while it is, or never. */
  method: 'before' | 'during' | 'never'
  challenge: boolean
  /** Payers in apps with an SDK of EMV 3-D Secure. */
  app: boolean
  /** Whether the result of a challenge is told, or has to be asked for. */
  results: 'push' | 'pull'
  versions: readonly string[]
}

/** What a verified message says: that there is news of an authentication, and never what. */
export type ThreeDsNews =
  | { type: 'forged' }
  | { type: 'nothing' }
  | { type: 'news'; serverTransId: string }

/** Messages that only wake: the server is asked then. */
export interface ThreeDsWebhook extends Webhook {
  wakes?(message: SignedMessage, keys: readonly string[], now: number): ThreeDsNews
}

export type ThreeDsDefinition = Definition<'threeds', ThreeDsCapabilities, ThreeDs> & {
  webhook?: ThreeDsWebhook
}
