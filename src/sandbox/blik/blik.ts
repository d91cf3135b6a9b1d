import type { Router } from 'express'
import { ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { text } from '../fields.ts'
import type { Journal } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Call, Provider } from '../provider.ts'
import { addRefunds } from '../refunds.ts'
import type { Plan, Scheduler } from '../scheduler.ts'
import { addSettlements } from '../settlements.ts'
import { acceptOrder, cancelledOrder } from './accept-order.ts'
import { createOrders, isOpen, moveOf, orderRow, viewOrder } from './orders.ts'
import { createPayer } from './payer.ts'

interface BlikOptions {
  provider: Provider
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  message: Plan<Message>
  confirmMs: number
}

/** BLIK: the order is accepted at once, and the payer acts about a second later. */
export function createBlik(options: BlikOptions): Router {
  const { provider, journal, moneyLog } = options
  const orders = createOrders(journal)
  const payer = createPayer(options, orders)

  function pay({ body, receivedAt }: Call): Answer {
    const known = orders.find(text(body, 'orderId'))
    // The payer's choice among several apps continues the same order.
    const order = known && known.status !== 'AMBIGUOUS' ? known : acceptOrder(body, orders)
    const entries = order === known ? [] : [orders.placed(order), ...payer.plan(order)]
    const row = { processed: false, result: order.status, receivedAt }
    journal.record(...entries, moneyLog.row(orderRow(order, 'authorize', row)))
    return ok(viewOrder(order))
  }

  function inquire({ params, receivedAt }: Call): Answer {
    const orderId = params.orderId ?? ''
    const order = orders.find(orderId)
    const row = { processed: false, result: order?.status ?? 'not_found', receivedAt }
    journal.record(moneyLog.row(orderRow(order ?? cancelledOrder(orderId), 'inquire', row)))
    return order ? ok(viewOrder(order)) : refuse(404, 'not_found')
  }

  function cancel({ params, receivedAt }: Call): Answer {
    const orderId = params.orderId ?? ''
    const known = orders.find(orderId)
    const order = known ?? cancelledOrder(orderId)
    if (isOpen(order) && order.course === 'confirmOnCancel') payer.confirm(order)
    const processed = !known || isOpen(order)
    const status = processed ? 'CANCELLED' : order.status
    const entry = known ? orders.changed({ orderId, status }) : orders.placed(order)
    const row = { processed, result: status, receivedAt }
    journal.record(entry, moneyLog.row(orderRow(order, 'reverse', row)))
    return ok(viewOrder(order))
  }

  provider.post('/payments', 'authorize', pay)
  provider.get('/payments/:orderId', 'inquire', inquire)
  provider.post('/payments/:orderId/cancel', 'reverse', cancel)
  const paid = (orderId: string) => {
    const order = orders.find(orderId)
    return order?.status === 'CONFIRMED' ? order : undefined
  }
  const refunds = addRefunds({ name: 'blik', provider, journal, moneyLog, paid })
  const moved = () => [...orders.confirmed().map(moveOf), ...refunds.moved()]
  addSettlements({ name: 'blik', provider, journal, moved })
  // A tester plays a bank that settles what was cancelled long ago.
  provider.router.post('/payments/:orderId/confirm', ({ params }, response) => {
    const order = orders.find(params.orderId)
    if (order && order.status !== 'CONFIRMED') payer.confirm(order)
    response.status(order ? 200 : 404).json(order ? viewOrder(order) : { error: 'not_found' })
  })
  return provider.router
}
