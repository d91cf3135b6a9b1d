export type TokenServiceName = 'vts' | 'scof'

export interface TokenService {
  provision(request: ProvisionRequest, signal?: AbortSignal): Promise<ProvisionOutcome>
  inquireProvision(reference: string, signal?: AbortSignal): Promise<ProvisionInquiry>
  cryptogram(
    instrumentRef: string,
    request: CryptogramRequest,
    signal?: AbortSignal,
  ): Promise<CryptogramOutcome>
  state(instrumentRef: string, signal?: AbortSignal): Promise<TokenState>
  discard(instrumentRef: string, signal?: AbortSignal): Promise<DiscardOutcome>
  visual(instrumentRef: string, visualId: string, signal?: AbortSignal): Promise<VisualLookup>
}

export interface ProvisionRequest {
  reference: string
  number: string
  /** YYYYMM */
  expDate: string
  consumer?: string
}

export interface TokenDetails {
  instrumentRef: string
  last4: string
  expDate: string
  visuals: VisualInfo[]
}

export type ProvisionOutcome =
  | ({ type: 'provisioned' } & TokenDetails)
  | { type: 'refused'; rejectCode: 'DECLINED' | 'SYSTEM_ERROR'; detail: string }
  | { type: 'unknown' }
  | { type: 'notSent' }

export type ProvisionInquiry = Exclude<ProvisionOutcome, { type: 'notSent' }> | { type: 'notFound' }

export interface CryptogramRequest {
  reference: string
  amountMinor: number
  currency: string
}

export type CryptogramOutcome =
  | { type: 'issued'; number: string; expDate: string; cryptogram: string; eci: string }
  | { type: 'notUsable' }
  | { type: 'unknown' }
  | { type: 'notSent' }

export type TokenStatus = 'ACTIVE' | 'SUSPENDED' | 'DISCARDED'

export type TokenState =
  | ({ type: 'found'; status: TokenStatus } & TokenDetails)
  | { type: 'notFound' }
  | { type: 'unknown' }

export type DiscardOutcome = { type: 'discarded' | 'notFound' | 'unknown' | 'notSent' }

export interface VisualInfo {
  visualId: string
  type: string
  contentType: string
  width: number
  height: number
}

export type VisualLookup =
  | {
      type: 'found'
      visual: {
        visualId: string
        contentType: string
        width: number
        height: number
        /** base64 */
        data: string
      }
    }
  | { type: 'notFound' }
  | { type: 'unknown' }

/** The network's message that a token changed: how it stands now, or that its card was renewed. */
export type TokenLifecycle = {
  service: TokenServiceName
  instrumentRef: string
  /** Its name for ever: the same message again is the same. */
  eventId: string
  /** When the network changed it, epoch milliseconds. */
  occurredAt: number
} & ({ status: TokenStatus } | { status: 'RENEWED'; last4: string; expDate: string })

export interface TokenCapabilities {
  services: readonly TokenServiceName[]
  cryptograms: boolean
  visuals: boolean
  /** The networks tell when a token changes. */
  lifecycleMessages: boolean
}
