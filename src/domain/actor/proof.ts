/** What an authentication of the cardholder was worth. */
export interface Authentication {
  transStatus: string
  eci?: string
  cavv?: string
  dsTransId?: string
  version?: string
  challenged?: boolean
}
