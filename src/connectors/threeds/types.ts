import type { ThreeDsVersions } from '../../domain/three-ds-versions.ts'
import type { ProviderOptions } from '../http.ts'
import type { AuthenticationRequest, Challenge, ResultLookup, Verdict } from '../threeds.ts'
import type { RequestorSettings } from '../requestor.ts'

export interface ThreeDsOptions extends ProviderOptions, Partial<RequestorSettings> {
  /** The BIN under which the acquirer is enrolled at the directory servers. */
  acquirerBin?: string
}

/** A server that speaks the messages of EMV 3-D Secure themselves: versions first, then the AReq. */
export interface EmvServer {
  lookUp(number: string, signal?: AbortSignal): Promise<ThreeDsVersions>
  authenticate(request: Areq, signal?: AbortSignal): Promise<Verdict | Challenge>
  result(threeDSServerTransID: string, signal?: AbortSignal): Promise<ResultLookup>
}

export interface Areq extends Omit<AuthenticationRequest, 'reference' | 'method' | 'mayProfile'> {
  threeDSServerTransID: string
  version: string
  /** Whether the 3DS method ran: done, not done in time, no method for this card. */
  compInd: 'Y' | 'N' | 'U'
  /** What the look-up said, for servers that want it back. */
  ranges?: Record<string, string> | undefined
}
