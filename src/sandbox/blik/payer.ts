import type { Entry, Journal } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Plan, Scheduler } from '../scheduler.ts'
import { isOpen, orderRow, viewOrder } from './orders.ts'
import type { Change, Order, Orders } from './orders.ts'

export interface Payer {
  /** Entries that make the payer act on this order in a while. */
  plan(order: Order): Entry[]
  confirm(order: Order): void
}

interface PayerOptions {
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  message: Plan<Message>
  confirmMs: number
}

/** The payer with the bank app; what they do reaches the gateway by message. */
export function createPayer(options: PayerOptions, orders: Orders): Payer {
  const { journal, moneyLog, scheduler, message, confirmMs } = options

  const notify = (order: Order): Entry[] =>
    order.course === 'confirmSilently'
      ? []
      : [message({ sender: 'blik', url: order.notifyURL, body: viewOrder(order) })]

  function change(order: Order, changes: Omit<Change, 'orderId'>, also: Entry[] = []): void {
    const changed = { ...order, ...changes }
    const twice = order.course === 'confirmTwice' ? notify(changed) : []
    const { orderId } = order
    journal.record(orders.changed({ ...changes, orderId }), ...also, ...notify(changed), ...twice)
  }

  function reject(order: Order, reason: string): void {
    const unregistered = order.registerAlias ? { aliasStatus: 'UNREGISTERED' as const } : {}
    change(order, { status: 'REJECTED', reason, ...unregistered })
  }

  function confirm(order: Order): void {
    const receivedAt = new Date().toISOString()
    const row = { processed: true, result: 'CONFIRMED', receivedAt }
    const registering = order.registerAlias ? [register({ orderId: order.orderId }, confirmMs)] : []
    const paid = moneyLog.row(orderRow(order, 'authorize', row))
    change(order, { status: 'CONFIRMED', at: Date.now() }, [paid, ...registering])
  }

  const act = scheduler.handle<{ orderId: string }>('blik.act', ({ orderId }) => {
    const order = orders.find(orderId)
    if (!order || !isOpen(order)) return
    if (order.course === 'decline') return reject(order, 'USER_DECLINED')
    if (order.course === 'lackFunds') return reject(order, 'INSUFFICIENT_FUNDS')
    return confirm(order)
  })
  const register = scheduler.handle<{ orderId: string }>('blik.register', ({ orderId }) => {
    const order = orders.find(orderId)
    if (order && !order.aliasStatus) change(order, { aliasStatus: 'REGISTERED', at: Date.now() })
  })

  return {
    plan: ({ orderId, course }) =>
      course === 'ignore' || course === 'confirmOnCancel' ? [] : [act({ orderId }, confirmMs)],
    confirm,
  }
}
