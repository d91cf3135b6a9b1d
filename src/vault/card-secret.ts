/** What the vault keeps of a card, under kind `card`. */
export interface CardSecret {
  number: string
  /** YYYYMM */
  expDate: string
}

/** Of a wallet's token as it came, under kind `wallet`: base64 of the wallet's JSON. */
export interface WalletSecret {
  token: string
}

/** Of a Click to Pay checkout response, under kind `c2p`: a compact JWS. */
export interface ClickToPaySecret {
  payload: string
}
