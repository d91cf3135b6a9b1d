import { textOf } from './http.ts'
import type { Sealing } from './hash.ts'
import { openField } from './sealed-field.ts'
import type { MessageReader } from './sealed-field.ts'
import { readTransactions } from './status.ts'
import type { Transaction } from './status.ts'

/** What an instant transaction notification says, once it is proven. */
export type ItnNews =
  | { type: 'forged' }
  /** Signed, and still nothing that can be read. */
  | { type: 'garbled' }
  | { type: 'news'; transaction: Transaction; sealing: Sealing }

/** How a transaction begins, in the order of its hash. */
const BEGINNING = /^orderID remoteID amount currency (gatewayID )?(paymentDate )?paymentStatus\b/

/** Reads the field `transactions`: a document with one transaction. */
export function readItn(field: string, reader: MessageReader): ItnNews {
  const sealed = openField(field, 'transactionList', reader)
  if (!sealed) return { type: 'forged' }
  const { root, sealing } = sealed
  const [transaction, ...others] =
    readTransactions(root, textOf(root, 'orderID') ?? '') ?? ([] as Transaction[])
  const names = root.children
    .find(({ name }) => name === 'transactions')
    ?.children[0]?.children.map(({ name }) => name)
  // A value that moved from one member to the next would leave the hash as it is.
  const isInOrder = BEGINNING.test(names?.join(' ') ?? '')
  return transaction && others.length === 0 && isInOrder
    ? { type: 'news', transaction, sealing }
    : { type: 'garbled' }
}
