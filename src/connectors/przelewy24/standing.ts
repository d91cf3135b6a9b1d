import { z } from 'zod'
import { segment } from '../http.ts'
import type { P24Http } from './http.ts'
import { sessionsOf } from './names.ts'

/** How a charge stands there, under whichever of its names it is paid. */
export type Standing = Found | { type: 'notFound' } | { type: 'unknown' }

export interface Found {
  type: 'open' | 'received' | 'paid' | 'returned'
  sessionId: string
  /** Their own name of it; none before somebody has begun to pay. */
  transactionId: string
  amountMinor: number
  currency: string
}

/** Their numbers: nothing has come, an advance that nobody has taken, taken, gone back. */
const types = ['open', 'received', 'paid', 'returned'] as const

const Transaction = z.object({
  orderId: z.int().nonnegative().nullish(),
  sessionId: z.string().max(100),
  status: z.union([
    z.int(),
    z
      .string()
      .regex(/^\d$/)
      .transform((text) => Number(text)),
  ]),
  amount: z.int().nonnegative(),
  currency: z.string().length(3),
})

/** Asks under each name in turn, until one is paid. What is not found ends it where unpaid ones are listed. */
export async function askStanding(
  http: P24Http,
  reference: string,
  { listsUnpaid }: { listsUnpaid: boolean },
  signal?: AbortSignal,
): Promise<Standing> {
  let best: Standing = { type: 'notFound' }
  for (const sessionId of sessionsOf(reference)) {
    const standing = await askSession(http, sessionId, signal)
    if (standing.type === 'unknown') return standing
    if (standing.type === 'notFound' && listsUnpaid) return best
    if (standing.type === 'notFound') continue
    if (standing.type !== 'open') return standing
    best = standing
  }
  return best
}

export async function askSession(
  http: P24Http,
  sessionId: string,
  signal?: AbortSignal,
): Promise<Standing> {
  const path = `/api/v1/transaction/by/sessionId/${segment(sessionId)}`
  const answer = await http.ask({ method: 'GET', path, reference: sessionId }, Transaction, signal)
  if (answer.type === 'refused' && answer.status === 404) return { type: 'notFound' }
  if (answer.type !== 'answered' || answer.body.sessionId !== sessionId) return { type: 'unknown' }
  const { orderId, status, amount, currency } = answer.body
  const type = types[status]
  const isNamed = type === 'open' || (orderId ?? 0) > 0
  return type !== undefined && isNamed
    ? {
        type,
        sessionId,
        currency,
        transactionId: orderId ? String(orderId) : '',
        amountMinor: amount,
      }
    : { type: 'unknown' }
}
