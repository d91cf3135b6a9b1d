import { z } from 'zod'
import { readAmount } from './amount.ts'
import type { Sealing } from './hash.ts'
import { openField } from './sealed-field.ts'
import type { MessageReader } from './sealed-field.ts'

/** What a notification of a settlement says, once it is proven. */
export type IstnNews =
  | { type: 'forged' }
  | { type: 'garbled' }
  | { type: 'news'; transfer: Transfer; sealing: Sealing }

/** Money that Autopay has sent on: to the merchant, or back to a payer. */
export interface Transfer {
  isRefund: boolean
  /** Of what was paid; not there where one transfer is of many payments. */
  orderId?: string | undefined
  transactionId?: string | undefined
  transferId: string
  amountMinor: number
  currency: string
  status: 'PENDING' | 'SUCCESS' | 'FAILURE'
}

/** How a transfer begins, in the order of its hash. */
const BEGINNING =
  /^(isRefund )?(productID )?(orderID )?(orderOutID )?(remoteID )?remoteOutID amount currency (transferDate )?transferStatus\b/

const Fields = z.object({
  isRefund: z.enum(['true', 'false']).default('false'),
  orderID: z.exactOptional(z.string().regex(/^[\w-]{1,32}$/)),
  remoteID: z.exactOptional(z.string().regex(/^\w{1,20}$/)),
  remoteOutID: z.string().regex(/^\w{1,20}$/),
  amount: z.string(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  transferStatus: z.enum(['PENDING', 'SUCCESS', 'FAILURE']),
})

/** Reads the field `transactions`: a document with one transfer. */
export function readIstn(field: string, reader: MessageReader): IstnNews {
  const sealed = openField(field, 'transactionList', reader)
  if (!sealed) return { type: 'forged' }
  const list = sealed.root.children.find(({ name }) => name === 'transactions')
  const [first, ...others] = list?.children ?? []
  const members = first?.children ?? []
  const isInOrder = BEGINNING.test(members.map(({ name }) => name).join(' '))
  const said = members.map(({ name, text }) => [name, text.trim()] as const)
  const parsed = Fields.safeParse(Object.fromEntries(said.filter(([, text]) => text !== '')))
  const amountMinor = readAmount(parsed.data?.amount)
  if (!parsed.success || amountMinor === undefined || others.length > 0 || !isInOrder)
    return { type: 'garbled' }
  const { isRefund, orderID, remoteID, remoteOutID, currency, transferStatus } = parsed.data
  const transfer: Transfer = {
    isRefund: isRefund === 'true',
    orderId: orderID,
    transactionId: remoteID,
    transferId: remoteOutID,
    amountMinor,
    currency,
    status: transferStatus,
  }
  return { type: 'news', transfer, sealing: sealed.sealing }
}
