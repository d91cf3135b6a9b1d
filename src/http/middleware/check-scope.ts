import { statusOfPhase } from '../../domain/payment/transitions.ts'
import { CLIENT_AFTERLIFE_MS } from '../tokens.ts'
import type { Endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'
import type { Authenticated } from './authenticate.ts'

/** Whether a known caller may use this endpoint at all; 403 when not. */
export function checkScope(
  endpoint: Endpoint,
  authenticated: Authenticated,
  params: Record<string, unknown>,
): void {
  const { caller } = authenticated
  const isScoped = ![endpoint.resource, 'UNIVERSAL'].includes(caller.resource)
  if (endpoint.resource !== 'ANY' && isScoped) throw new Refused('forbidden')
  if (caller.kind === 'merchant') return
  if (!endpoint.client) throw new Refused('forbidden')
  const { paymentId = caller.paymentId, tokenizerId = caller.tokenizerId } = params
  if (paymentId !== caller.paymentId || tokenizerId !== caller.tokenizerId) {
    throw new Refused('forbidden')
  }
  if (!isOpen(endpoint, authenticated)) throw new Refused('forbidden')
}

/** A payer acts until the deadline or the end, and reads the status for half an hour more. */
function isOpen(endpoint: Endpoint, { payment, tokenization }: Authenticated): boolean {
  const now = Date.now() + (payment?.clockOffsetMs ?? 0)
  const { validUntil = now } = payment ?? tokenization ?? {}
  const endedAt = payment && endOf(payment)
  if (endedAt === undefined && now <= validUntil) return true
  return endpoint.clientAfterEnd === true && now <= (endedAt ?? validUntil) + CLIENT_AFTERLIFE_MS
}

function endOf(payment: NonNullable<Authenticated['payment']>): number | undefined {
  const status = statusOfPhase[payment.phase]
  if (status === 'NEW' || status === 'PENDING') return undefined
  return payment.completedAt ?? payment.updatedAt
}
