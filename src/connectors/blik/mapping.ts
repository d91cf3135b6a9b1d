import { z } from 'zod'
import { providerWords, systemError } from '../../domain/reasons/given-reason.ts'
import { isNotFound, refusalWords } from '../http.ts'
import type { Answer } from '../http.ts'
import type { BlikInquiry, BlikMessage, BlikOutcome, BlikRejectCode, BlikState } from '../blik.ts'
import { present } from '../../domain/present.ts'

export function outcomeOf(answer: Answer<Payment>): BlikOutcome {
  switch (answer.type) {
    case 'answered':
      return stateOf(answer.body)
    case 'refused':
      return { type: 'rejected', ...systemError(refusalWords(answer)) }
    case 'notSent':
      return { type: 'notSent' }
    case 'noAnswer':
      return { type: 'unknown' }
  }
}

export function inquiryOf(answer: Answer<Payment>): BlikInquiry {
  if (answer.type !== 'answered') return { type: isNotFound(answer) ? 'notFound' : 'unknown' }
  const { alias } = answer.body
  return { ...stateOf(answer.body), ...present({ alias }) }
}

/** Reads the provider's message, after its signature was checked; undefined when it is not one. */
export function parseMessage(json: unknown): BlikMessage | undefined {
  const parsed = Payment.safeParse(json)
  if (!parsed.success) return undefined
  const { orderId, transactionId, alias } = parsed.data
  return { orderId, ...present({ transactionId, alias }), outcome: stateOf(parsed.data) }
}

function stateOf({ status, reason = '', apps = [], transactionId }: Payment): BlikState {
  const id = transactionId === undefined ? {} : { transactionId }
  switch (status) {
    case 'PENDING':
      return { type: 'pending', ...id }
    case 'CONFIRMED':
      return { type: 'confirmed', ...id }
    case 'CANCELLED':
      return { type: 'cancelled', ...id }
    case 'AMBIGUOUS':
      return { type: 'ambiguous', apps, ...id }
    case 'REJECTED':
      return { type: 'rejected', ...reasonOf(reason), ...id }
  }
}

const reasonOf = (reason: string) => ({
  rejectCode: Object.hasOwn(outcomes, reason) ? outcomes[reason as Reason] : 'SYSTEM_ERROR',
  detail: providerWords(`reason ${reason || 'not given'}`),
})

/** Why BLIK rejects. */
export const outcomes = {
  CODE_INVALID: 'BLIK_CODE_INVALID',
  CODE_EXPIRED: 'BLIK_CODE_EXPIRED',
  USER_DECLINED: 'DECLINED_BY_PAYER',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  ALIAS_UNKNOWN: 'BLIK_ALIAS_UNKNOWN',
  ALIAS_EXPIRED: 'BLIK_ALIAS_UNKNOWN',
  TOO_SOON: 'LIMIT_EXCEEDED',
  TIMEOUT: 'BLIK_TIMEOUT',
  LIMIT_EXCEEDED: 'LIMIT_EXCEEDED',
  SYSTEM_ERROR: 'SYSTEM_ERROR',
} as const satisfies Record<string, BlikRejectCode>
type Reason = keyof typeof outcomes

export const statuses = ['PENDING', 'CONFIRMED', 'REJECTED', 'AMBIGUOUS', 'CANCELLED'] as const

const Payment = z
  .object({
    orderId: z.string().min(1).max(200),
    transactionId: z.exactOptional(z.string().min(1).max(200)),
    status: z.enum(statuses),
    reason: z.exactOptional(z.string().max(100)),
    apps: z.exactOptional(
      z.array(z.object({ app: z.string().min(1).max(64), label: z.string().max(200) })).max(100),
    ),
    alias: z.exactOptional(
      z.object({
        value: z.string().max(200),
        status: z.enum(['REGISTERED', 'UNREGISTERED', 'EXPIRED']),
      }),
    ),
  })
  // A payer who has to choose among no apps would be stuck.
  .refine(({ status, apps }) => status !== 'AMBIGUOUS' || (apps?.length ?? 0) > 0)
type Payment = z.infer<typeof Payment>

/** An answer about another order is no answer to us. */
export const paymentOf = (orderId: string) =>
  Payment.refine((payment) => payment.orderId === orderId)
