import { createHmac } from 'node:crypto'

export interface Proven {
  dsTransID: string
  amountMinor: number
  purchaseCurrency: string
}

/** The issuer's proof that this cardholder agreed to this amount: a keyed hash over both. */
export function makeCavv(threedsKey: string, proven: Proven, acctNumber: string): string {
  const { dsTransID, amountMinor, purchaseCurrency } = proven
  const acsKey = createHmac('sha256', threedsKey).update('access control server').digest()
  return createHmac('sha256', acsKey)
    .update(`${dsTransID}|${amountMinor}|${purchaseCurrency}|${acctNumber}`)
    .digest()
    .subarray(0, 20)
    .toString('base64')
}
