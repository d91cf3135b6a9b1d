import type { ReasonCode } from '../domain/reasons/reason.ts'
import { z } from 'zod'
import type { FollowUpRequest, RefundQuestion } from './follow-up.ts'
import { providerWords, systemError } from '../domain/reasons/given-reason.ts'
import { isNotFound, refusalWords, segment } from './http.ts'
import type { Http } from './http.ts'

export type RefundOutcome =
  | { type: 'completed' }
  | { type: 'rejected'; rejectCode: ReasonCode; detail: string }
  | { type: 'unknown' }
  | { type: 'notSent' }

export type RefundInquiry = Exclude<RefundOutcome, { type: 'notSent' }> | { type: 'notFound' }

/** BLIK and the banks send money back in the same words. */
export async function sendRefund(
  http: Http,
  request: FollowUpRequest,
  signal?: AbortSignal,
): Promise<RefundOutcome> {
  const { reference, originalReference, amountMinor, currency } = request
  const body = { reference, originalReference, amountMinor, currency }
  const answer = await http.post('/refunds', body, refundOf(reference), signal)
  if (answer.type === 'answered') return outcomeOf(answer.body)
  if (answer.type === 'refused') return { type: 'rejected', ...systemError(refusalWords(answer)) }
  return answer.type === 'notSent' ? { type: 'notSent' } : { type: 'unknown' }
}

export async function inquireRefund(
  http: Http,
  { reference }: RefundQuestion,
  signal?: AbortSignal,
): Promise<RefundInquiry> {
  const answer = await http.get(`/refunds/${segment(reference)}`, refundOf(reference), signal)
  if (answer.type === 'answered') return outcomeOf(answer.body)
  return isNotFound(answer) ? { type: 'notFound' } : { type: 'unknown' }
}

const refundOf = (reference: string) =>
  z.object({
    reference: z.literal(reference),
    status: z.enum(['COMPLETED', 'REJECTED']),
    reason: z.exactOptional(z.string()),
  })

type Refund = z.infer<ReturnType<typeof refundOf>>

const outcomeOf = ({ status, reason = '' }: Refund) =>
  status === 'COMPLETED'
    ? ({ type: 'completed' } as const)
    : ({
        type: 'rejected',
        rejectCode: rejectCodes.get(reason) ?? 'DECLINED',
        detail: providerWords(`reason ${reason || 'not given'}`),
      } as const)

const rejectCodes = new Map<string, ReasonCode>([
  ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
  ['LIMIT_EXCEEDED', 'LIMIT_EXCEEDED'],
  ['SYSTEM_ERROR', 'SYSTEM_ERROR'],
])
