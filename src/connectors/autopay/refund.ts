import { z } from 'zod'
import type { ReasonCode } from '../../domain/reasons/reason.ts'
import { providerWords } from '../../domain/reasons/given-reason.ts'
import type { FollowUpRequest } from '../follow-up.ts'
import { refusalWords } from '../http.ts'
import type { RefundInquiry, RefundOutcome } from '../refund.ts'
import { amountText, readAmount } from './amount.ts'
import { textOf } from './http.ts'
import type { AutopayHttp } from './http.ts'
import { messageIdOf, newMessageId } from './names.ts'
import { askStanding } from './status.ts'

/**
 * Orders money back. Taking the order is not doing it: that takes up to half an hour, and is asked
 * about until it is done. The same id again is confirmed and not done again, so it may be repeated.
 */
export async function sendRefund(
  http: AutopayHttp,
  request: FollowUpRequest,
  signal?: AbortSignal,
): Promise<RefundOutcome> {
  const { reference, amountMinor, currency } = request
  const RemoteID = await transactionOf(http, request, signal)
  if (RemoteID === undefined) return { type: 'unknown' }
  const MessageID = messageIdOf(reference)
  const fields = {
    ServiceID: http.serviceId,
    MessageID,
    RemoteID,
    Amount: amountText(amountMinor),
    Currency: currency,
  }
  const path = '/settlementapi/transactionRefund'
  const answer = await http.form({ path, message: 'transactionRefund', fields, reference }, signal)
  if (answer.type === 'notSent') return { type: 'notSent' }
  if (answer.type === 'refused')
    return {
      type: 'rejected',
      rejectCode: refusals[answer.error] ?? 'SYSTEM_ERROR',
      detail: refusalWords(answer),
    }
  const isTaken =
    answer.type === 'answered' &&
    answer.body.isProven &&
    textOf(answer.body.root, 'messageID') === MessageID
  if (!isTaken) return { type: 'unknown' }
  const found = await inquireRefund(http, reference, signal)
  return found.type === 'notFound' ? { type: 'unknown' } : found
}

/** Which of an order's transactions is meant; only an earlier payment does not know it itself. */
async function transactionOf(
  http: AutopayHttp,
  { originalAcquirerRef, originalReference }: FollowUpRequest,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (originalAcquirerRef !== undefined) return originalAcquirerRef
  const standing = await askStanding(http, originalReference, signal)
  return standing.type === 'paid' ? standing.transactionId : undefined
}

const refusals: Readonly<Record<string, ReasonCode>> = {
  TRANSACTION_NOT_FOUND: 'ORIGINAL_NOT_FOUND',
  TRANSACTION_NOT_IN_REFUNDABLE_STATUS: 'INVALID_TRANSACTION',
  TRANSACTION_TOO_OLD_TO_REFUND: 'NOT_PERMITTED',
  PARTIAL_TRANSACTION_REFUNDS_FORBIDDEN: 'NOT_PERMITTED',
  BALANCE_DISABLED: 'MERCHANT_CONFIG',
  PARTNER_DISABLED: 'MERCHANT_CONFIG',
  SERVICE_NOT_FOUND: 'MERCHANT_CONFIG',
  INVALID_HASH: 'MERCHANT_CONFIG',
}

/** How an order to pay money back stands. */
export async function inquireRefund(
  http: AutopayHttp,
  reference: string,
  signal?: AbortSignal,
): Promise<RefundInquiry> {
  const messageId = messageIdOf(reference)
  const fields = { serviceId: http.serviceId, messageId, method: 'TRANSACTION_REFUND' }
  const path = '/settlementapi/outDetails/v2'
  const answer = await http.json(
    { path, message: 'outDetails', fields, reference },
    OutDetails,
    signal,
  )
  if (answer.type === 'refused' && answer.error === 'TRANSACTION_NOT_FOUND')
    return { type: 'notFound' }
  if (answer.type !== 'answered') return { type: 'unknown' }
  const { serviceId, status, remoteOutId, hash } = answer.body
  const said = [String(serviceId), answer.body.messageId, status, remoteOutId ?? '']
  if (answer.body.messageId !== messageId || !http.proves(said, hash)) return { type: 'unknown' }
  if (status === 'DONE') return { type: 'completed' }
  const rejectCode = failures[status]
  return rejectCode === undefined
    ? { type: 'unknown' }
    : { type: 'rejected', rejectCode, detail: providerWords(`Autopay says ${status}`) }
}

const failures: Readonly<Record<string, ReasonCode>> = {
  FAILED_ATTEMPT_OF_BALANCE_CHANGE: 'SYSTEM_ERROR',
  CANCELED_AMOUNT_EXCEEDS_TRANSACTION: 'INVALID_AMOUNT',
  CANCELED_NO_FUNDS_ON_BALANCE: 'INSUFFICIENT_FUNDS',
  CANCELED_MANUALLY_BY_SERVICES: 'DECLINED',
}

const OutDetails = z.object({
  serviceId: z.union([z.int(), z.string().max(10)]),
  messageId: z.string().max(32),
  status: z.string().min(1).max(64),
  remoteOutId: z.string().max(20).nullish(),
  hash: z.string().max(128),
})

/** @internal What the service has there to pay money back from; undefined when it does not say. */
export async function readBalance(
  http: AutopayHttp,
  signal?: AbortSignal,
): Promise<{ balanceMinor: number; currency: string } | undefined> {
  const MessageID = newMessageId()
  const fields = { ServiceID: http.serviceId, MessageID }
  const path = '/webapi/balanceGet'
  const answer = await http.form(
    { path, message: 'balanceGet', fields, reference: MessageID },
    signal,
  )
  if (answer.type !== 'answered' || !answer.body.isProven) return undefined
  const { root } = answer.body
  const balanceMinor = readAmount(textOf(root, 'balance'))
  const currency = textOf(root, 'currency')
  const isOurs = textOf(root, 'messageID') === MessageID
  return isOurs && balanceMinor !== undefined && currency ? { balanceMinor, currency } : undefined
}
