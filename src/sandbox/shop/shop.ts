import type { Tollgate } from '../../../sdk/typescript/src/index.ts'
import type { Receiver } from '../receiver/receiver.ts'
import type { Seller } from '../settings.ts'
import type { Orders } from './orders.ts'

/** What the shop's pages and orders work with. */
export interface Shop {
  /** Whom it sells for, each with its way to the gateway; the first unless the payer chooses. */
  sellers: readonly OpenSeller[]
  orders: Orders
  receiver: Receiver
}

export interface OpenSeller extends Seller {
  tollgate: Tollgate
}

/** The seller of that name, else the first. */
export function sellerNamed({ sellers }: Shop, merchantId: string | undefined): OpenSeller {
  const found = sellers.find((one) => one.merchantId === merchantId) ?? sellers[0]
  if (!found) throw new Error('the shop is closed')
  return found
}

export const sellerOf = (shop: Shop, paymentId: string): OpenSeller =>
  sellerNamed(shop, shop.orders.find(paymentId)?.merchantId)
