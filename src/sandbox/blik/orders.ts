import type { BlikCourse } from '../blik-course.ts'
import type { Entry, Journal } from '../journal.ts'
import type { MoneyOperation, Row } from '../money-log.ts'
import type { Move } from '../settlements.ts'

export type Status = 'PENDING' | 'CONFIRMED' | 'REJECTED' | 'AMBIGUOUS' | 'CANCELLED'

export interface Order {
  orderId: string
  transactionId: string
  amountMinor: number
  currency: string
  notifyURL: string
  course: BlikCourse
  /** A hash of the payment and the code it has spent; the code itself is not kept. */
  codeUse?: string
  registerAlias?: string
  /** Of a PAYID that is registered with it: what the payer has agreed to. */
  agreement?: Agreement
  /** The PAYID that it was charged by. */
  payId?: string
  status: Status
  reason?: string
  apps?: { app: string; label: string }[]
  aliasStatus?: 'REGISTERED' | 'UNREGISTERED'
}

export interface Agreement {
  limitMinor: number
  /** YYYYMMDD */
  expDate?: string
  cycleDays?: number
}

export type Change = Pick<Order, 'orderId'> & Partial<Order> & { at?: number }

export interface Orders {
  find(orderId: string): Order | undefined
  confirmed(): Order[]
  isRegistered(alias: string): boolean
  /** The agreement behind a PAYID, and when it was last paid by. */
  agreementOf(alias: string): (Agreement & { paidAt: number }) | undefined
  isSpent(codeUse: string): boolean
  placed(order: Order): Entry
  changed(change: Change): Entry
}

export function createOrders(journal: Journal): Orders {
  const orders = new Map<string, Order>()
  const registered = new Set<string>()
  const agreements = new Map<string, Agreement & { paidAt: number }>()
  const spent = new Set<string>()
  return {
    find: (orderId) => orders.get(orderId),
    confirmed: () => [...orders.values()].filter(({ status }) => status === 'CONFIRMED'),
    isRegistered: (alias) => registered.has(alias),
    agreementOf: (alias) => agreements.get(alias),
    isSpent: (codeUse) => spent.has(codeUse),
    placed: journal.topic<Order>('blik.placed', (order) => {
      orders.set(order.orderId, order)
      if (order.codeUse) spent.add(order.codeUse)
    }),
    changed: journal.topic<Change>('blik.changed', (change) => {
      const order = orders.get(change.orderId)
      if (!order) return
      Object.assign(order, change)
      if (change.aliasStatus === 'REGISTERED' && order.registerAlias) {
        registered.add(order.registerAlias)
        if (order.agreement)
          agreements.set(order.registerAlias, { ...order.agreement, paidAt: change.at ?? 0 })
      }
      const agreement = order.payId === undefined ? undefined : agreements.get(order.payId)
      if (change.status === 'CONFIRMED' && agreement) agreement.paidAt = change.at ?? 0
    }),
  }
}

/** An order as the gateway sees it, in answers and messages. */
export function viewOrder(order: Order) {
  const { orderId, transactionId, status, reason, apps, registerAlias, aliasStatus } = order
  return {
    orderId,
    transactionId,
    status,
    ...(reason && { reason }),
    ...(apps && status === 'AMBIGUOUS' && { apps }),
    ...(registerAlias && aliasStatus && { alias: { value: registerAlias, status: aliasStatus } }),
  }
}

export const isOpen = ({ status }: Order) => status === 'PENDING' || status === 'AMBIGUOUS'

/** An order that was paid, as a settlement report names it. */
export const moveOf = ({ orderId, amountMinor, currency }: Order): Move => ({
  reference: orderId,
  operation: 'authorize',
  amountMinor,
  currency,
})

/** What the log says about an order. */
export function orderRow(
  { orderId, amountMinor, currency }: Pick<Order, 'orderId' | 'amountMinor' | 'currency'>,
  operation: MoneyOperation,
  outcome: Pick<Row, 'processed' | 'result' | 'receivedAt'>,
): Row {
  const answeredAt = new Date().toISOString()
  return {
    provider: 'blik',
    reference: orderId,
    operation,
    amountMinor,
    currency,
    ...outcome,
    answeredAt,
  }
}
