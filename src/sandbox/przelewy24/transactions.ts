import type { Journal } from '../journal.ts'
import type { MoneyLog } from '../money-log.ts'
import type { Provider } from '../provider.ts'
import type { Books, Transaction } from './books.ts'
import { rowOf } from './books.ts'
import { no, signOf, textIn, whole, yes } from './dialect.ts'

interface Parts {
  provider: Provider
  journal: Journal
  moneyLog: MoneyLog
  key: string
}

/** How a transaction stands, and the word by which the shop takes it: before that it is not the shop's. */
export function addTransactions(parts: Parts, { transactions }: Books): void {
  const { provider, journal, moneyLog, key } = parts

  provider.get('/api/v1/transaction/by/sessionId/:sessionId', 'inquire', ({ params }) => {
    const found = transactions.all.get(params['sessionId'] ?? '')
    return found ? yes(view(found)) : no(404, 'Transaction not found', 0)
  })

  provider.put('/api/v1/transaction/verify', 'capture', ({ body }) => {
    const found = transactions.all.get(textIn(body, 'sessionId'))
    const { sessionId, orderId, amount, currency } = body
    if (body['sign'] !== signOf({ sessionId, orderId, amount, currency }, key))
      return no(400, 'Incorrect CRC value')
    const isIt = found?.orderId === whole(body, 'orderId') && found.paidAmount === amount
    if (!isIt || found.currency !== currency || found.status === 0 || found.status === 3)
      return no(400, 'Transaction cannot be verified')
    if (found.status === 1)
      journal.record(
        transactions.save({ ...found, status: 2 }),
        moneyLog.row(rowOf(found, 'authorize', { processed: true, result: 'VERIFIED' })),
      )
    return yes({ status: 'success' })
  })
}

const view = (transaction: Transaction) => ({
  orderId: transaction.orderId,
  sessionId: transaction.sessionId,
  status: transaction.status,
  amount: transaction.paidAmount,
  currency: transaction.currency,
  clientEmail: transaction.email,
  paymentMethod: transaction.method,
  batchId: transaction.batchId ?? 0,
  fee: '0',
})
