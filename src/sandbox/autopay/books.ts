import type { BlikCourse } from '../blik-course.ts'
import { randomBytes } from 'node:crypto'
import type { Journal } from '../journal.ts'
import type { MoneyOperation, Row } from '../money-log.ts'

/** One try to pay an order; an order may have several. */
export interface Transaction {
  remoteId: string
  serviceId: string
  orderId: string
  /** The caller's own name of it, under which the log keeps it. */
  reference: string
  amount: string
  currency: string
  gatewayId: string
  returnUrl: string
  course: BlikCourse
  uid?: string
  /** Of a series that begins with it: what later payments go by. */
  clientHash?: string
  status: 'PENDING' | 'SUCCESS' | 'FAILURE'
  details: string
  paidAt: string
}

export interface Refund {
  messageId: string
  remoteId: string
  reference: string
  amountMinor: number
  status: string
}

export interface Service {
  serviceId: string
  itnUrl: string
  istnUrl?: string
  recurringUrl?: string
}

/** Money that was sent on: to the service's owner, or back to a payer. */
export interface Transfer {
  transferId: string
  serviceId: string
  orderId: string
  remoteId: string
  amount: string
  currency: string
  isRefund: boolean
  /** The payment or the refund that it is of. */
  of: string
}

/** Autopay's memory. */
export function createBooks(journal: Journal) {
  const keep = <Value>(name: string, idOf: (value: Value) => string) => {
    const all = new Map<string, Value>()
    const save = journal.topic<Value>(`autopay.${name}`, (value) => all.set(idOf(value), value))
    return { all, save }
  }
  const transactions = keep<Transaction>('transaction', ({ remoteId }) => remoteId)
  return {
    transactions,
    refunds: keep<Refund>('refund', ({ messageId }) => messageId),
    transfers: keep<Transfer>('transfer', ({ of }) => of),
    services: keep<Service>('service', ({ serviceId }) => serviceId),
    /** Orders that were cancelled: they can not be begun again. */
    closed: keep<{ orderId: string }>('closed', ({ orderId }) => orderId),
    series: keep<{ clientHash: string }>('series', ({ clientHash }) => clientHash),
    aliases: keep<{ uid: string }>('alias', ({ uid }) => uid),
    ofOrder: (serviceId: string, orderId: string) =>
      [...transactions.all.values()].filter(
        (one) => one.orderId === orderId && one.serviceId === serviceId,
      ),
  }
}

export type Books = ReturnType<typeof createBooks>

/** Letters and digits, and never long enough a number to be taken for a card. */
export const newRemoteId = (): string =>
  randomBytes(5)
    .toString('hex')
    .toUpperCase()
    .replace(/\d{4,}/g, 'ABCD')

export const minorOf = (amount: string): number => Math.round(Number(amount) * 100)

/** Now, as YYYYMMDDhhmmss. */
export const stampNow = (): string => new Date().toISOString().replace(/\D/g, '').slice(0, 14)

export function rowOf(
  { reference, amount, currency }: Pick<Transaction, 'reference' | 'amount' | 'currency'>,
  operation: MoneyOperation,
  outcome: Pick<Row, 'processed' | 'result'> & { receivedAt?: string },
): Row {
  const now = new Date().toISOString()
  return {
    provider: 'autopay',
    reference,
    operation,
    amountMinor: minorOf(amount),
    currency,
    receivedAt: now,
    ...outcome,
    answeredAt: now,
  }
}
