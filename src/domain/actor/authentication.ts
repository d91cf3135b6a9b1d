export interface Authentication {
  transStatus: string
  eci?: string
  cavv?: string
  dsTransId?: string
  version?: string
  challenged?: boolean
}

export interface Challenge {
  serverTransId: string
  acsTransId: string
  /** Where the browser goes; an app finds it in the signed content. */
  acsUrl?: string
  acsReferenceNumber?: string
  acsSignedContent?: string
  dsTransId?: string
  version: string
  until: number
  ranges?: Record<string, string>
}
