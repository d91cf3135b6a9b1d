/** What the vault keeps of a card, under kind `card`. */
export interface CardSecret {
  number: string
  /** YYYYMM */
  expDate: string
}

/**
 * Of what a wallet gave, still sealed: under kind `wallet` the base64 of its JSON, under kind `c2p`
 * the checkout response, a compact JWS.
 */
export interface WalletSecret {
  token: string
  /** When we got it: a token that was good then is good, however late it is opened. */
  receivedAt?: number
}
