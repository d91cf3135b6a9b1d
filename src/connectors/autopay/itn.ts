import { isDocumentProven, textOf } from './http.ts'
import { hashOf } from './hash.ts'
import type { Sealing } from './hash.ts'
import { readTransactions } from './status.ts'
import type { Transaction } from './status.ts'
import { escapeXml, readXml } from './xml.ts'

/** What an instant transaction notification says, once it is proven. */
export type ItnNews =
  | { type: 'forged' }
  /** Signed, and still nothing that can be read. */
  | { type: 'garbled' }
  | { type: 'news'; transaction: Transaction; sealing: Sealing }

/** The service that messages are for, with every key that may have signed them. */
export interface ItnReader {
  serviceId: string
  sealings: readonly Sealing[]
}

/** How a transaction begins, in the order of its hash. */
const BEGINNING = /^orderID remoteID amount currency (gatewayID )?(paymentDate )?paymentStatus\b/

/** Reads the field `transactions`: Base64 of a document with one transaction. */
export function readItn(field: string, { serviceId, sealings }: ItnReader): ItnNews {
  const root = /^[A-Za-z0-9+/]+={0,2}$/.test(field)
    ? readXml(Buffer.from(field, 'base64').toString('utf8'))
    : undefined
  if (root?.name !== 'transactionList') return { type: 'forged' }
  const sealing = sealings.find((one) => isDocumentProven(root, one))
  if (!sealing || textOf(root, 'serviceID') !== serviceId) return { type: 'forged' }
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

/** What the provider waits for; without it the message comes again, for weeks. */
export function confirmationOf(
  { serviceId, orderId, sealing }: { serviceId: string; orderId: string; sealing: Sealing },
  isTaken: boolean,
): string {
  const confirmation = isTaken ? 'CONFIRMED' : 'NOTCONFIRMED'
  const hash = hashOf([serviceId, orderId, confirmation], sealing)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<confirmationList><serviceID>${escapeXml(serviceId)}</serviceID>`,
    '<transactionsConfirmations><transactionConfirmed>',
    `<orderID>${escapeXml(orderId)}</orderID><confirmation>${confirmation}</confirmation>`,
    '</transactionConfirmed></transactionsConfirmations>',
    `<hash>${hash}</hash></confirmationList>`,
  ].join('')
}
