import type { Answer } from '../answer.ts'
import type { Journal } from '../journal.ts'
import type { Provider } from '../provider.ts'
import type { Batch, Books, Deduction, Refund, Transaction } from './books.ts'
import { no, posIdOf } from './dialect.ts'

const PAGE = 2
/** What they keep of each payment. */
const FEE = 12

/** Reports of what was paid out, page by page. */
export function addReports(provider: Provider, books: Books): void {
  provider.get('/api/v1/report/history', 'settle', (call) => {
    const own = [...books.batches.all.values()].filter(({ posId }) => posId === posIdOf(call))
    return pageOf(own.map(batchView), call.query['token'])
  })
  provider.get('/api/v1/report/batch/details', 'settle', (call) => {
    const batch = books.batches.all.get(String(call.query['batch']))
    if (!batch || batch.posId !== posIdOf(call)) return no(400, 'Invalid data provided')
    return pageOf(itemsOf(batch, books), call.query['token'])
  })
}

/** Pays out all that a shop has taken, or given back, since. */
export function payOut(
  posId: number,
  journal: Journal,
  books: Books,
  deductions: Deduction[] = [],
): Batch | undefined {
  const { transactions, refunds, batches } = books
  const open = [...transactions.all.values()].filter(
    (one) => one.posId === posId && one.status >= 2 && one.batchId === undefined,
  )
  const back = [...refunds.all.values()].filter(
    ({ status, batchId, orderId }) =>
      status === 1 && batchId === undefined && books.byOrder(orderId)?.posId === posId,
  )
  if (open.length + back.length + deductions.length === 0) return undefined
  const batch: Batch = { batchId: 7_000 + batches.all.size, posId, dateOut: stamp(), deductions }
  const { batchId } = batch
  journal.record(
    batches.save(batch),
    ...open.map((one) => transactions.save({ ...one, batchId })),
    ...back.map((one) => refunds.save({ ...one, batchId })),
  )
  return batch
}

const stamp = (): string => new Date().toISOString().replace('T', ' ').slice(0, 19)

const batchView = ({ batchId, dateOut }: Batch) => ({
  type: 'batch',
  amount: 0,
  currency: 'PLN',
  details: { batchId, dateIn: dateOut, dateOut, commision: 0, charge: 0, refund: 0 },
})

const itemsOf = (batch: Batch, { transactions, refunds, byOrder }: Books): object[] => [
  ...[...transactions.all.values()]
    .filter(({ batchId }) => batchId === batch.batchId)
    .map(transactionView),
  ...[...refunds.all.values()]
    .filter(({ batchId }) => batchId === batch.batchId)
    .map((refund) => refundView(refund, byOrder(refund.orderId)?.currency ?? 'PLN')),
  ...(batch.deductions ?? []).map(deductionView),
]

/** `ordrId` is how they spell it. */
const transactionView = ({ amount, currency, orderId, sessionId, status }: Transaction) => ({
  type: 'transaction',
  amount,
  currency,
  details: { settledAmount: amount - FEE, ordrId: orderId, sessionId, status, fee: FEE },
})

const refundView = (
  { refundId, orderId, requestId, amount, status }: Refund,
  currency: string,
) => ({ type: 'refund', amount, currency, details: { refundId, orderId, requestId, status } })

const deductionView = ({ type, amount, orderId }: Deduction) => ({
  type,
  amount: -amount,
  currency: 'PLN',
  details: { orderId },
})

function pageOf(items: readonly object[], token: unknown): Answer {
  const from = typeof token === 'string' ? Number(token) : 0
  const data = items.slice(from, from + PAGE)
  const next = from + PAGE < items.length ? { token: String(from + PAGE) } : {}
  const pageInformation = {
    recordsOnPage: data.length,
    recordsAll: items.length,
    pageCount: Math.ceil(items.length / PAGE),
  }
  return { status: 200, body: { data, ...next, responseCode: 0, pageInformation } }
}
