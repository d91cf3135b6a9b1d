import { z } from 'zod'
import { providerWords } from '../../domain/reasons/given-reason.ts'
import type { ReasonCode } from '../../domain/reasons/reason.ts'
import type { FollowUpRequest, RefundQuestion } from '../follow-up.ts'
import { segment } from '../http.ts'
import type { RefundInquiry, RefundOutcome } from '../refund.ts'
import type { P24Http, Refusal } from './http.ts'
import { refundUuidOf, requestIdOf } from './names.ts'
import type { Found } from './standing.ts'
import { askStanding } from './standing.ts'
import { isWhatWasAsked, verify } from './take.ts'
import type { Terms } from './terms.ts'

/**
 * Orders money back; that it is done is asked about. Money that came too late was never taken: it is
 * taken first, for what is only an advance of the payer they cannot pay back.
 */
export async function sendRefund(
  http: P24Http,
  terms: Terms,
  request: FollowUpRequest,
  signal?: AbortSignal,
): Promise<RefundOutcome> {
  const standing = await askStanding(http, request.originalReference, terms, signal)
  if (standing.type === 'unknown' || standing.type === 'open') return { type: 'unknown' }
  if (standing.type === 'notFound') return rejected('ORIGINAL_NOT_FOUND', 'no such transaction')
  if (standing.type === 'received') {
    if (!isWhatWasAsked(standing, request))
      return rejected('INVALID_AMOUNT', 'the payer has paid another sum, which was not taken')
    if (!(await verify(http, standing, signal))) return { type: 'unknown' }
  }
  return order(http, standing, request, signal)
}

const rejected = (rejectCode: ReasonCode, words: string): RefundOutcome => ({
  type: 'rejected',
  rejectCode,
  detail: providerWords(words),
})

async function order(
  http: P24Http,
  { sessionId, transactionId }: Found,
  request: FollowUpRequest,
  signal?: AbortSignal,
): Promise<RefundOutcome> {
  const { reference, amountMinor: amount } = request
  const body = {
    requestId: requestIdOf(reference),
    refundsUuid: refundUuidOf(reference),
    refunds: [{ orderId: Number(transactionId), sessionId, amount }],
  }
  const path = '/api/v1/transaction/refund'
  const answer = await http.ask({ method: 'POST', path, body, reference }, Taken, signal)
  if (answer.type === 'notSent') return { type: 'notSent' }
  if (answer.type === 'noAnswer') return { type: 'unknown' }
  if (answer.type === 'refused' && !isKnown(answer.error)) return refusalOf(answer.error)
  const found = await inquireRefund(
    http,
    { ...request, originalAcquirerRef: transactionId },
    signal,
  )
  return found.type === 'notFound' ? { type: 'unknown' } : found
}

const Taken = z.array(z.object({ status: z.boolean() })).min(1)

/** It was taken before, or is being taken by another process. */
const isKnown = ({ words }: Refusal): boolean =>
  /request already exists|concurrent call/i.test(words)

const refusals: readonly (readonly [words: RegExp, rejectCode: ReasonCode])[] = [
  [/not found/i, 'ORIGINAL_NOT_FOUND'],
  [/wrong status/i, 'INVALID_TRANSACTION'],
  [/insufficient funds/i, 'INSUFFICIENT_FUNDS'],
  [/exceeds available amount/i, 'INVALID_AMOUNT'],
]

function refusalOf({ words }: Refusal): RefundOutcome {
  const known = refusals.find(([pattern]) => pattern.test(words))
  return rejected(known?.[1] ?? 'SYSTEM_ERROR', `Przelewy24 says ${words}`)
}

/** How an order to pay money back stands, by the transaction that it is of. */
export async function inquireRefund(
  http: P24Http,
  { reference, originalAcquirerRef }: RefundQuestion,
  signal?: AbortSignal,
): Promise<RefundInquiry> {
  if (originalAcquirerRef === undefined) return { type: 'unknown' }
  const path = `/api/v1/refund/by/orderId/${segment(originalAcquirerRef)}`
  const answer = await http.ask({ method: 'GET', path, reference }, Refunds, signal)
  if (answer.type === 'refused' && answer.status === 404) return { type: 'notFound' }
  if (answer.type !== 'answered') return { type: 'unknown' }
  const requestId = requestIdOf(reference)
  const found = answer.body.refunds.find((one) => one.requestId === requestId)
  if (!found) return { type: 'notFound' }
  return ends[found.status] ?? { type: 'unknown' }
}

/** Done, and rejected; all else is under way. */
const ends: Readonly<Record<number, RefundInquiry>> = {
  1: { type: 'completed' },
  4: { type: 'rejected', rejectCode: 'DECLINED', detail: 'Przelewy24 says the refund is rejected' },
}

const Refunds = z.object({
  refunds: z
    .array(z.object({ requestId: z.string().max(45).nullish(), status: z.int() }))
    .max(10_000)
    .default([]),
})
