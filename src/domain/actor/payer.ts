/** Where a bill or a parcel goes. */
export interface Address {
  street?: string
  postal?: string
  state?: string
  city?: string
  country?: string
}

/** What the merchant knows of its customer; days are YYYY-MM-DD. */
export interface CustomerHistory {
  accountCreated?: string
  accountChanged?: string
  passwordChanged?: string
  cardAdded?: string
  shippingFirstUsed?: string
  purchasesSixMonths?: number
  transactionsDay?: number
  transactionsYear?: number
  cardsAddedDay?: number
  suspicious?: boolean
}

/** What an issuer is told of the payer, as far as the merchant has said it. */
export interface Payer {
  name?: string
  phone?: string
  customerId?: string
  billing?: Address
  shipping?: Address
  history?: CustomerHistory
}
