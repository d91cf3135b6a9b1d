import type { Dispute } from '../../domain/dispute/dispute.ts'
import { disputeOfPayment, disputeView } from '../../domain/dispute/view.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { DisputeAnswer } from '../../gateway/gateway.ts'
import { assert } from '../../domain/assert.ts'
import { isOwn } from '../auth/caller.ts'
import type { Caller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'

/** A dispute of the caller's; a foreign one is told apart from none by nothing. */
export async function findDispute(
  { disputes }: Uses<'disputes'>,
  caller: Caller,
  id: unknown,
): Promise<Dispute> {
  const isId = typeof id === 'string' && /^[\w-]{1,64}$/.test(id)
  const dispute = isId ? await disputes.find(id) : undefined
  if (!dispute || !isOwn(dispute, caller)) throw new Refused('dispute_not_found')
  return dispute
}

/** The dispute with the texts that were put forward, opened. */
export async function wholeDispute({ evidence }: Uses<'evidence'>, dispute: Dispute) {
  const texts = dispute.evidence.filter(({ mediaType }) => mediaType === 'text/plain')
  const opened = await evidence.openAll(
    dispute.merchantId,
    texts.map(({ ref }) => ref),
  )
  const words = [...opened].map(([ref, content]) => [ref, content.toString('utf8')] as const)
  return disputeView(dispute, new Map(words))
}

/** The dispute after an accepted command; a refusal ends the request with its code. */
export function acceptedDispute({ outcome, dispute, replayed }: DisputeAnswer): Dispute {
  if (!outcome.accepted)
    throw new Refused(outcome.code, replayed ? { headers: { 'idempotent-replayed': 'true' } } : {})
  assert(dispute, 'an accepted command has a dispute')
  return dispute
}

/** What the reads of payments say of their disputes; nothing of those that have none. */
export async function disputesOf(
  { disputes }: Uses<'disputes'>,
  payments: readonly Payment[],
): Promise<(payment: Payment) => { disputes?: object[] }> {
  const found = await disputes.ofPayments(payments.map(({ id }) => id))
  return ({ id }) => {
    const own = found.filter(({ paymentId }) => paymentId === id)
    return own.length === 0 ? {} : { disputes: own.map(disputeOfPayment) }
  }
}
