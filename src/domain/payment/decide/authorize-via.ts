import { newCall } from '../../actor/new-call.ts'
import type { Context } from '../../actor/context.ts'
import { referenceOf, transIdOf } from '../../id.ts'
import type { RouteChoice } from '../../routing/route.ts'
import type { Event } from '../events.ts'
import type { Payment } from '../payment.ts'
import { failedAttempts } from '../payment.ts'
import { authTransaction } from './auth-transaction.ts'

/**
 * Each authorisation has a reference of its own: a second one follows a soft decline, a lost CVV or an
 * attempt elsewhere; after that it is a transaction of its own as well.
 */
export function authorizeVia(
  payment: Payment,
  { commandId, now }: Context,
  choice: Pick<RouteChoice, 'via' | 'trial'> & { others?: number } = {},
): Event {
  const round = payment.authorizations + 1
  const reference = referenceOf(payment.id, 'auth', commandId, round)
  const open = payment.transactions.find(({ status }) => status === 'PENDING')
  const own = failedAttempts(payment).length > 0 ? `-${String(round)}` : ''
  const via = choice.via ?? payment.merchant.acquirer
  const transId = open?.transId ?? transIdOf(commandId) + own
  const secretOwner = payment.instrument?.secretOwner
  return {
    type: 'authorizationStarted',
    transaction: {
      ...authTransaction(payment, transId, reference, now),
      ...(via ? { via } : {}),
    },
    call: {
      ...newCall('authorize', reference, payment.order.amountMinor),
      transId,
      ...(secretOwner ? { secretOwner } : {}),
      ...(via ? { via } : {}),
      ...(choice.others ? { others: choice.others } : {}),
      ...(choice.trial ? { trial: true as const } : {}),
    },
  }
}
