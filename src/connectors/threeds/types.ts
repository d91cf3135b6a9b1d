import type { Payer } from '../../domain/actor/payer.ts'
import type { Exemption } from '../../domain/actor/exemption.ts'
import type { ThreeDsVersions } from '../../domain/three-ds-versions.ts'
import type { ProviderOptions } from '../http.ts'

export interface ThreeDsOptions extends ProviderOptions {
  /** The BIN under which the acquirer is enrolled at the directory servers. */
  acquirerBin?: string
}

export interface ThreeDs {
  lookUp(number: string, signal?: AbortSignal): Promise<ThreeDsVersions>
  authenticate(request: AuthenticationRequest, signal?: AbortSignal): Promise<AuthenticationOutcome>
  result(threeDSServerTransID: string, signal?: AbortSignal): Promise<ResultLookup>
}

export interface AuthenticationRequest {
  threeDSServerTransID: string
  version: string
  category: 'payment' | 'nonPayment'
  number: string
  /** YYYYMM */
  expDate: string
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
  /** Whether the 3DS method ran: done, not done in time, no method for this card. */
  compInd: 'Y' | 'N' | 'U'
  notificationUrl: string
  resultsUrl: string
  /** Epoch milliseconds. */
  purchaseDate: number
}

/** As the merchant or the page gave it: numbers and flags may be text. */
export interface BrowserData {
  javascriptEnabled?: boolean | 'true' | 'false' | undefined
  javaEnabled?: boolean | 'true' | 'false' | undefined
  language?: string | undefined
  colorDepth?: number | string | undefined
  screenHeight?: number | string | undefined
  screenWidth?: number | string | undefined
  /** Minutes between UTC and the payer's clock. */
  timezone?: number | string | undefined
  userAgent?: string | undefined
  acceptHeader?: string | undefined
  ip?: string | undefined
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

export type AuthenticationOutcome = Verdict | Challenge

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
  /** Of a browser; an app finds it in the signed content. */
  acsUrl?: string
  acsTransId: string
  acsReferenceNumber: string
  dsTransId: string
  version: string
  acsSignedContent?: string
}

export type ResultLookup =
  | { type: 'final'; result: AuthenticationResult }
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
  /** The issuer may look at the payer's browser first. */
  method: boolean
  challenge: boolean
  versions: readonly string[]
}
