import type { Journal } from '../journal.ts'

export interface Order {
  paymentId: string
  /** Who sold it; the first seller when it is not told. */
  merchantId?: string
  extOrderId: string
  good: string
  amount: number
  /** Where the payer pays. */
  payAt?: string
  createdAt: string
}

const mostShown = 20

export interface Orders {
  add(order: Order): void
  find(paymentId: string): Order | undefined
  latest(): Order[]
}

/** What was bought here, across restarts. */
export function createOrders(journal: Journal): Orders {
  const orders = new Map<string, Order>()
  const made = journal.topic<Order>('shop.ordered', (order) => orders.set(order.paymentId, order))
  return {
    add: (order) => journal.record(made(order)),
    find: (paymentId) => orders.get(paymentId),
    latest: () => [...orders.values()].slice(-mostShown).reverse(),
  }
}
