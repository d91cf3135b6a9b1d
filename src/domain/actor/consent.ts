/** What the payer has agreed to when a card was stored, as the merchant told it: the proof of it. */
export interface Consent {
  /** The merchant's own words as JSON text, unchanged. */
  statement: string
  /** When we were told. */
  receivedAt: number
  /** Of the payer's device, where the merchant named it. */
  ip?: string
}
