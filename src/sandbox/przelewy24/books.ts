import type { BlikCourse } from '../blik-course.ts'
import type { Journal } from '../journal.ts'
import type { MoneyOperation, Row } from '../money-log.ts'

/** 0: not paid, 1: an advance of the payer, 2: the shop has taken it, 3: gone back. */
export type Status = 0 | 1 | 2 | 3

/** What a shop has registered, and what became of it. */
export interface Transaction {
  sessionId: string
  /** The caller's own name of it, under which the log keeps it. */
  reference: string
  token: string
  orderId: number
  merchantId: number
  posId: number
  amount: number
  /** What the payer has paid, where a tester wants it to differ. */
  paidAmount: number
  currency: string
  method: number
  email: string
  urlReturn: string
  urlStatus: string
  urlBlik: string
  /** The alias that it is charged by, and whether one is to be registered with it. */
  methodRefId: string
  registers: boolean
  alias?: Alias
  status: Status
  course: BlikCourse
  batchId?: number
}

export interface Alias {
  email: string
  value: string
  type: 'UID' | 'PAYID'
  status: 'REGISTERED' | 'UNREGISTERED' | 'EXPIRED'
  limitAmount?: number
}

/** 1: done, 2: pending, 3: waits for them, 4: rejected. */
export interface Refund {
  requestId: string
  refundId: number
  orderId: number
  reference: string
  amount: number
  status: 1 | 2 | 3 | 4
  batchId?: number
}

export interface Batch {
  batchId: number
  posId: number
  dateOut: string
  deductions?: Deduction[]
}

/** What a bank took back by letter: no message tells of it, only the report. */
export interface Deduction {
  type: string
  amount: number
  orderId: number
}

/** Przelewy24's memory. */
export function createBooks(journal: Journal) {
  const keep = <Value>(name: string, idOf: (value: Value) => string) => {
    const all = new Map<string, Value>()
    const save = journal.topic<Value>(`przelewy24.${name}`, (value) => all.set(idOf(value), value))
    return { all, save }
  }
  const transactions = keep<Transaction>('transaction', ({ sessionId }) => sessionId)
  const all = () => [...transactions.all.values()]
  return {
    transactions,
    refunds: keep<Refund>('refund', ({ requestId }) => requestId),
    aliases: keep<Alias>('alias', ({ value }) => value),
    batches: keep<Batch>('batch', ({ batchId }) => String(batchId)),
    byToken: (token: string) => all().find((one) => one.token === token),
    byOrder: (orderId: number) => all().find((one) => one.orderId === orderId),
    newNumber: () => 300_000_000 + all().length * 7 + Math.floor(Math.random() * 7),
  }
}

export type Books = ReturnType<typeof createBooks>

export function rowOf(
  { reference, amount, currency }: Pick<Transaction, 'reference' | 'amount' | 'currency'>,
  operation: MoneyOperation,
  outcome: Pick<Row, 'processed' | 'result'>,
): Row {
  const now = new Date().toISOString()
  return {
    provider: 'przelewy24',
    reference,
    operation,
    amountMinor: amount,
    currency,
    receivedAt: now,
    answeredAt: now,
    ...outcome,
  }
}
