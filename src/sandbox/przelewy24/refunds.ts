import type { Answer } from '../answer.ts'
import type { Fields } from '../fields.ts'
import type { Journal } from '../journal.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Call, Provider } from '../provider.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Books, Refund } from './books.ts'
import { rowOf } from './books.ts'
import { no, textIn, whole, yes } from './dialect.ts'

interface Parts {
  provider: Provider
  journal: Journal
  moneyLog: MoneyLog
  scheduler: Scheduler
  confirmMs: number
}

/** 66.66 is taken and rejected afterwards. */
const REJECTED_LATER = 6_666

/** Money back: taken at once, done a little later or not, and never twice under one id. */
export function addRefunds(parts: Parts, books: Books): void {
  const { provider, journal, moneyLog, scheduler, confirmMs } = parts
  const { refunds, transactions } = books
  const ofOrder = (orderId: number) =>
    [...refunds.all.values()].filter((one) => one.orderId === orderId)

  const execute = scheduler.handle<{ requestId: string }>('przelewy24.refund', ({ requestId }) => {
    const refund = refunds.all.get(requestId)
    const paid = refund && books.byOrder(refund.orderId)
    if (!paid || refund.status !== 2) return
    const processed = refund.amount !== REJECTED_LATER
    const done: Refund = { ...refund, status: processed ? 1 : 4 }
    const { reference, amount } = refund
    const backMinor = sumOf(ofOrder(refund.orderId).filter(({ status }) => status === 1)) + amount
    const row = rowOf({ ...paid, reference, amount }, 'refund', { processed, result: 'DONE' })
    journal.record(
      refunds.save(done),
      moneyLog.row(row),
      ...(processed && backMinor === paid.amount
        ? [transactions.save({ ...paid, status: 3 })]
        : []),
    )
  })

  provider.post('/api/v1/transaction/refund', 'refund', (call) => begin(call))
  provider.get('/api/v1/refund/by/orderId/:orderId', 'inquireRefund', ({ params }) => {
    const orderId = Number(params['orderId'])
    const paid = books.byOrder(orderId)
    if (!paid) return no(404, 'Transaction not found')
    const { sessionId, amount, currency } = paid
    return yes({ orderId, sessionId, amount, currency, refunds: ofOrder(orderId) })
  })

  function begin({ body, requestId: reference }: Call): Answer {
    const requestId = textIn(body, 'requestId')
    const [asked] = (body['refunds'] ?? []) as Fields[]
    if (!asked || requestId === '' || requestId.length > 45)
      return no(400, 'Invalid input parameters')
    if (refunds.all.has(requestId)) return no(400, 'Request already exists')
    const orderId = whole(asked, 'orderId')
    const amount = whole(asked, 'amount')
    const said = { orderId, sessionId: textIn(asked, 'sessionId'), amount }
    const refuse = (message: string) => no(409, [{ ...said, status: false, message }])
    const paid = books.byOrder(orderId)
    if (!paid) return refuse('Transaction not found')
    if (paid.status < 2) return refuse('Transaction in wrong status - cannot refund')
    const before = sumOf(ofOrder(orderId).filter(({ status }) => status !== 4))
    if (before + amount > paid.amount)
      return refuse('The amount of refund exceeds available amount for the transaction')
    const refundId = 1_000 + refunds.all.size
    const refund: Refund = {
      requestId,
      refundId,
      orderId,
      amount,
      status: 2,
      reference: reference ?? requestId,
    }
    journal.record(refunds.save(refund), execute({ requestId }, confirmMs))
    return yes([{ ...said, status: true, message: 'success' }], 201)
  }
}

const sumOf = (some: readonly Refund[]): number => some.reduce((sum, { amount }) => sum + amount, 0)
