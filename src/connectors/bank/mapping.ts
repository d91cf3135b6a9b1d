import { z } from 'zod'
import { isNotFound, refusalWords } from '../http.ts'
import type { Answer } from '../http.ts'
import type { BankInquiry, StartOutcome } from '../bank.ts'
import { present } from '../../domain/present.ts'

export function startOf(answer: Answer<Started>): StartOutcome {
  switch (answer.type) {
    case 'answered':
      return answer.body.status === 'PENDING' && answer.body.redirectURL !== undefined
        ? { type: 'started', redirectUrl: answer.body.redirectURL }
        : { type: 'unknown' }
    case 'refused': {
      const closed = answer.status === 409 && answer.error === 'bank_unavailable'
      const rejectCode = closed ? 'BANK_UNAVAILABLE' : 'SYSTEM_ERROR'
      return { type: 'refused', rejectCode, detail: refusalWords(answer) }
    }
    case 'notSent':
      return { type: 'notSent' }
    case 'noAnswer':
      return { type: 'unknown' }
  }
}

export function inquiryOf(answer: Answer<Transfer>): BankInquiry {
  if (answer.type !== 'answered') return { type: isNotFound(answer) ? 'notFound' : 'unknown' }
  const { status, transactionId } = answer.body
  return { type: outcomes[status], ...present({ transactionId }) }
}

/** The banks' words for how a transfer stands. */
export const outcomes = {
  PENDING: 'pending',
  PAID: 'paid',
  DECLINED: 'declined',
  CANCELLED: 'cancelled',
} as const

/** An answer about another order is no answer to us. */
export const transferOf = (orderId: string) =>
  z.object({
    orderId: z.literal(orderId),
    status: z.enum(['PENDING', 'PAID', 'DECLINED', 'CANCELLED']),
    transactionId: z.exactOptional(z.string().min(1).max(200)),
  })
type Transfer = z.infer<ReturnType<typeof transferOf>>

export const startedOf = (orderId: string) =>
  transferOf(orderId).extend({
    // The payer's browser is sent there: `javascript:` and the like must not pass.
    redirectURL: z.exactOptional(z.url({ protocol: /^https?$/ }).max(2048)),
  })
type Started = z.infer<ReturnType<typeof startedOf>>

export const Banks = z
  .array(
    z.object({
      provider: z.enum(['BM', 'PA']),
      bank: z.string().min(1).max(64),
      bankId: z.int(),
      name: z.string().min(1).max(200),
      iconURL: z.string().max(2048),
      available: z.boolean(),
    }),
  )
  .max(500)
