import { createHash } from 'node:crypto'
import type { Entry, Journal } from '../journal.ts'
import type { MoneyOperation, Row } from '../money-log.ts'
import type { Move } from '../settlements.ts'

export interface Transfer {
  orderId: string
  bank: string
  amountMinor: number
  currency: string
  title: string
  returnURL: string
  status: 'PENDING' | 'PAID' | 'DECLINED' | 'CANCELLED'
  transactionId?: string
}

export type Change = Pick<Transfer, 'orderId' | 'status'> & Partial<Transfer>

export interface Transfers {
  find(orderId: string): Transfer | undefined
  paid(): Transfer[]
  placed(transfer: Transfer): Entry
  changed(change: Change): Entry
}

export function createTransfers(journal: Journal): Transfers {
  const transfers = new Map<string, Transfer>()
  return {
    find: (orderId) => transfers.get(orderId),
    paid: () => [...transfers.values()].filter(({ status }) => status === 'PAID'),
    placed: journal.topic<Transfer>('bank.placed', (transfer) =>
      transfers.set(transfer.orderId, transfer),
    ),
    changed: journal.topic<Change>('bank.changed', (change) => {
      const transfer = transfers.get(change.orderId)
      if (transfer) Object.assign(transfer, change)
    }),
  }
}

export const viewTransfer = ({ orderId, status, transactionId }: Transfer) => ({
  orderId,
  status,
  ...(transactionId && { transactionId }),
})

/** A transfer that was paid, as a settlement report names it. */
export const moveOf = ({ orderId, amountMinor, currency }: Transfer): Move => ({
  reference: orderId,
  operation: 'authorize',
  amountMinor,
  currency,
})

/** A transfer that was cancelled before it came: it never will. */
export const cancelledTransfer = (orderId: string): Transfer => ({
  orderId,
  bank: '',
  amountMinor: 0,
  currency: '',
  title: '',
  returnURL: '',
  status: 'CANCELLED',
})

/** The parameters that prove to either side that the browser comes from the other. */
export function signedParameters(orderId: string, serviceId: string, key: string) {
  const text = `${serviceId}|${orderId}|${key}`
  const Hash = createHash('sha256').update(text).digest('hex')
  return { ServiceID: serviceId, OrderID: orderId, Hash }
}

/** What the log says about a transfer. */
export function transferRow(
  { orderId, amountMinor, currency }: Transfer,
  operation: MoneyOperation,
  outcome: Pick<Row, 'processed' | 'result' | 'receivedAt'>,
): Row {
  const answeredAt = new Date().toISOString()
  return {
    provider: 'bank',
    reference: orderId,
    operation,
    amountMinor,
    currency,
    ...outcome,
    answeredAt,
  }
}
