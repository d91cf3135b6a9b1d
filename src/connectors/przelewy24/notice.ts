import { z } from 'zod'
import type { BlikRejectCode } from '../blik.ts'
import { reasonOf } from './outcomes.ts'
import type { OwnOutcomes } from './outcomes.ts'
import { isSigned } from './sign.ts'

/** The account that messages are for. */
export interface NoticeReader {
  merchantId: number
  posId: number
  crcs: readonly string[]
  outcomes: OwnOutcomes
}

/** What a message says once it is proven; it is believed no further than asking confirms. */
export type Notice =
  | { type: 'forged' }
  | { type: 'garbled' }
  | {
      type: 'received'
      sessionId: string
      transactionId: string
      amountMinor: number
      currency: string
    }
  | {
      type: 'failed'
      sessionId: string
      transactionId: string
      rejectCode: BlikRejectCode
      detail: string
    }
  /** Of BLIK: it went well, which the other message tells of. */
  | { type: 'nothing'; sessionId: string }

const OrderId = z.int().positive()
const SessionId = z.string().min(1).max(100)

const Payment = z.object({
  merchantId: z.int(),
  posId: z.int(),
  sessionId: SessionId,
  amount: z.int().nonnegative(),
  originAmount: z.int(),
  currency: z.string().length(3),
  orderId: OrderId,
  methodId: z.int(),
  statement: z.string().max(1_000),
})

/** A payment that has come; sent again until it is taken. */
export function readPaymentNotice(body: unknown, reader: NoticeReader): Notice {
  const parsed = Payment.safeParse(body)
  // The members of the schema stand in the order of the sign.
  if (!parsed.success || !isSigned(parsed.data, signIn(body), reader.crcs))
    return { type: 'forged' }
  const { merchantId, posId, sessionId, orderId, amount, currency } = parsed.data
  if (merchantId !== reader.merchantId || posId !== reader.posId) return { type: 'forged' }
  return {
    type: 'received',
    sessionId,
    currency,
    transactionId: String(orderId),
    amountMinor: amount,
  }
}

const Blik = z.object({
  orderId: OrderId,
  sessionId: SessionId,
  method: z.int(),
  result: z.record(z.string(), z.unknown()),
})

const Result = z.object({
  error: z.union([z.string().max(20), z.int().transform(String)]),
  message: z.string().max(1_000).default(''),
})

/** How BLIK has ended, good or bad; their document shows it inside `data`, and bare. */
export function readBlikNotice(body: unknown, reader: NoticeReader): Notice {
  const inner = z.object({ data: z.object({}).loose() }).safeParse(body)
  const bare = inner.success ? inner.data.data : body
  const parsed = Blik.safeParse(bare)
  if (!parsed.success || !isSigned(parsed.data, signIn(bare), reader.crcs))
    return { type: 'forged' }
  const { sessionId, orderId, result } = parsed.data
  const said = Result.safeParse(result)
  if (!said.success) return { type: 'garbled' }
  const { error: code, message: words } = said.data
  if (code === '0') return { type: 'nothing', sessionId }
  const transactionId = String(orderId)
  return { type: 'failed', sessionId, transactionId, ...reasonOf({ code, words }, reader.outcomes) }
}

const signIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'sign' in body ? body.sign : undefined
