/** What the 3-D Secure server says of a card number's range. */
export type ThreeDsVersions =
  | {
      type: 'enrolled'
      threeDSServerTransID: string
      directoryServerId: string
      acsStartProtocol: string
      acsEndProtocol: string
      dsStartProtocol: string
      dsEndProtocol: string
      threeDSMethodURL?: string
    }
  | { type: 'notEnrolled' }
  /** Refused: the server was there and would not serve us, which is no outage. */
  | { type: 'unavailable'; refused?: string }
