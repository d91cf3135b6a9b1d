import { isOpenStatus } from '../../domain/actor/open-status.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import { statusOfTokenization } from '../../domain/tokenization/phase.ts'
import { mayPerson } from '../../domain/portal-role.ts'
import type { PortalRole } from '../../domain/portal-role.ts'
import { isPersonOperation } from '../auth/person-operations.ts'
import { isInScope, permissionOf } from '../auth/key-scopes.ts'
import { CLIENT_AFTERLIFE_MS } from '../auth/bearer-tokens.ts'
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
  if (caller.kind === 'merchant') {
    if (caller.key && !isInScope(endpoint, caller.key.scopes)) throw new Refused('forbidden')
    if (caller.person && !isForPerson(endpoint, caller.person)) throw new Refused('forbidden')
    return
  }
  if (!endpoint.client) throw new Refused('forbidden')
  const { paymentId = caller.paymentId, tokenizerId = caller.tokenizerId } = params
  if (paymentId !== caller.paymentId || tokenizerId !== caller.tokenizerId) {
    throw new Refused('forbidden')
  }
  if (!isOpenToPayer(authenticated, { afterEnd: endpoint.clientAfterEnd === true }))
    throw new Refused('forbidden')
}

const isForPerson = (endpoint: Endpoint, { role }: { role: PortalRole }): boolean =>
  isPersonOperation(endpoint.operationId) && mayPerson(role, permissionOf(endpoint))

/** A payer acts until the deadline or the end, and reads the status for half an hour more. */
export function isOpenToPayer(
  { payment, tokenization }: Pick<Authenticated, 'payment' | 'tokenization'>,
  { afterEnd }: { afterEnd: boolean },
): boolean {
  const subject = payment ?? tokenization
  if (!subject) return false
  const now = Date.now() + subject.clockOffsetMs
  const endedAt = payment ? endOfPayment(payment) : tokenization && endOfTokenization(tokenization)
  if (endedAt === undefined && now <= subject.validUntil) return true
  const until = (endedAt ?? subject.validUntil) + CLIENT_AFTERLIFE_MS
  return afterEnd && now <= until
}

const endOfPayment = ({ phase, completedAt, updatedAt }: Payment): number | undefined =>
  isOpenStatus(statusOfPhase[phase]) ? undefined : (completedAt ?? updatedAt)

const endOfTokenization = ({ phase, updatedAt }: Tokenization): number | undefined =>
  isOpenStatus(statusOfTokenization[phase]) ? undefined : updatedAt
