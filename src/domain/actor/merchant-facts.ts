/** What a payment or a tokenization must know of its merchant, as it was when it was made. */
export interface MerchantFacts {
  name: string
  mcc: string
  country: string
  url?: string
  redirectUrl?: string
  acsNotificationUrl?: string
  holdMs: number
  refundWindowMs: number
  withoutAuthentication: 'proceed' | 'reject'
  cvvForTokens: boolean
  notifies: boolean
  /** Real money: its clock is the one on the wall. */
  live?: true
}
