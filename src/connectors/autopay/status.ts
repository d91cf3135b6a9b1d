import { z } from 'zod'
import { readAmount } from './amount.ts'
import { textOf } from './http.ts'
import type { AutopayHttp } from './http.ts'
import { orderIdOf } from './names.ts'
import { reasonOf } from './outcomes.ts'
import type { OwnWords } from './outcomes.ts'
import type { Element } from './xml.ts'

/** How an order stands, over all its transactions. */
export type Standing =
  | { type: 'paid'; transactionId: string; also: string[] }
  | { type: 'pending'; transactionId: string }
  | { type: 'cancelled'; transactionId: string }
  | ({ type: 'failed'; transactionId: string } & ReturnType<typeof reasonOf>)
  | { type: 'notFound' }
  | { type: 'unknown' }

/**
 * Several transactions of an order are normal: a payer went back and chose another bank. One that
 * succeeded makes the order paid; one that is open keeps it open.
 */
export async function askStanding(
  http: AutopayHttp,
  reference: string,
  signal?: AbortSignal,
): Promise<Standing> {
  const OrderID = orderIdOf(reference)
  const answer = await http.form(
    {
      path: '/webapi/transactionStatus',
      message: 'transactionStatus',
      header: 'pay-bm',
      fields: { ServiceID: http.serviceId, OrderID },
      reference,
    },
    signal,
  )
  if (answer.type === 'refused' && answer.error === 'TRANSACTION_NOT_FOUND')
    return { type: 'notFound' }
  if (answer.type !== 'answered' || !answer.body.isProven) return { type: 'unknown' }
  const { root } = answer.body
  if (textOf(root, 'serviceID') !== http.serviceId) return { type: 'unknown' }
  const transactions = readTransactions(root, OrderID)
  return transactions ? standingOf(transactions, http.words) : { type: 'unknown' }
}

/** Undefined unless every one of them can be read, and is of this order. */
export function readTransactions(root: Element, orderId: string): Transaction[] | undefined {
  const found = elementsOf(root, 'transaction')
  const read = found.flatMap((element) => readTransaction(element) ?? [])
  const isWhole = read.length === found.length && read.every((one) => one.orderId === orderId)
  return isWhole ? read : undefined
}

export function standingOf(transactions: readonly Transaction[], words: OwnWords): Standing {
  const inOrder = [...transactions].sort((one, other) => (one.paidAt < other.paidAt ? -1 : 1))
  const [paid, ...also] = inOrder.filter(({ status }) => status === 'SUCCESS')
  if (paid)
    return {
      type: 'paid',
      transactionId: paid.transactionId,
      also: also.map(({ transactionId }) => transactionId),
    }
  const open = inOrder.find(({ status }) => status === 'PENDING' || status === 'ON_HOLD')
  if (open) return { type: 'pending', transactionId: open.transactionId }
  const failed = inOrder.at(-1)
  if (!failed) return { type: 'notFound' }
  const { transactionId, details } = failed
  return details === 'CANCELLED'
    ? { type: 'cancelled', transactionId }
    : { type: 'failed', transactionId, ...reasonOf(details, words) }
}

const Fields = z.object({
  orderID: z.string().regex(/^[\w-]{1,32}$/),
  remoteID: z.string().regex(/^\w{1,20}$/),
  amount: z.string().transform((text, context) => {
    const amountMinor = readAmount(text)
    if (amountMinor === undefined) context.addIssue('no amount')
    return amountMinor ?? 0
  }),
  currency: z.string().regex(/^[A-Z]{3}$/),
  paymentDate: z
    .string()
    .regex(/^(\d{14})?$/)
    .default(''),
  paymentStatus: z.enum(['PENDING', 'SUCCESS', 'FAILURE', 'ON_HOLD']),
  paymentStatusDetails: z
    .string()
    .regex(/^\w{0,64}$/)
    .default(''),
  startAmount: z.string().optional(),
})

export interface Transaction {
  orderId: string
  transactionId: string
  amountMinor: number
  currency: string
  paidAt: string
  status: 'PENDING' | 'SUCCESS' | 'FAILURE' | 'ON_HOLD'
  details: string
}

/** A payer's fee is in the amount; what was asked for is then in the amount at the start. */
export function readTransaction(element: Element): Transaction | undefined {
  const texts = element.children.filter(({ children }) => children.length === 0)
  if (new Set(texts.map(({ name }) => name)).size !== texts.length) return undefined
  const parsed = Fields.safeParse(
    Object.fromEntries(texts.map(({ name, text }) => [name, text.trim()])),
  )
  if (!parsed.success) return undefined
  const { orderID, remoteID, amount, startAmount, currency, paymentDate } = parsed.data
  return {
    orderId: orderID,
    transactionId: remoteID,
    amountMinor: readAmount(startAmount) ?? amount,
    currency,
    paidAt: paymentDate,
    status: parsed.data.paymentStatus,
    details: parsed.data.paymentStatusDetails,
  }
}

/** The name of the document's root is not written down anywhere, so transactions are looked for. */
const elementsOf = (element: Element, wanted: string): Element[] =>
  element.name === wanted && element.children.length > 0
    ? [element]
    : element.children.flatMap((child) => elementsOf(child, wanted))
