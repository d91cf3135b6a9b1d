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
  /** The payer tried again: the same order has one more payment. */
  tried(extOrderId: string, paymentId: string): void
  find(paymentId: string): Order | undefined
  latest(): Order[]
}

/** What was bought here, across restarts. */
export function createOrders(journal: Journal): Orders {
  const byPayment = new Map<string, Order>()
  const byOrder = new Map<string, Order>()
  const made = journal.topic<Order>('shop.ordered', (order) => {
    byPayment.set(order.paymentId, order)
    byOrder.set(order.extOrderId, order)
  })
  const add = (order: Order): void => journal.record(made(order))
  return {
    add,
    tried: (extOrderId, paymentId) => {
      const order = byOrder.get(extOrderId)
      if (order && !byPayment.has(paymentId)) add({ ...order, paymentId })
    },
    find: (paymentId) => byPayment.get(paymentId),
    latest: () => [...byOrder.values()].slice(-mostShown).reverse(),
  }
}
