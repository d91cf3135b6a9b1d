import type { Payment } from '../../domain/payment/payment.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import { accepted } from './accepted.ts'
import { askerOf } from '../auth/caller.ts'
import type { Caller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import { retryCommand } from './retry-command.ts'
import type { PageTry } from './retry-command.ts'
import type { Services } from '../services.ts'

interface Retry {
  parent: Payment
  caller: Caller
  requestId: string
  /** When the payer tries again on the page. */
  onPage?: PageTry
}

/** The one new payment of a failed one, whoever asks for it and however often. */
export async function retryPayment(
  services: Services,
  { parent, caller, requestId, onPage }: Retry,
): Promise<Payment> {
  const paymentId = retryIdOf(services, parent)
  const child = await services.payments.find(paymentId)
  if (child) return child
  await checkRetryable(services, parent)
  const command = retryCommand(services, caller, parent, { paymentId, onPage })
  // The id is fixed, so a late start does no harm: it carries no time after which it must not be.
  const meta = { commandId: paymentId, ...askerOf(caller), requestId }
  return accepted(await services.gateway.create(command, meta)).payment
}

/** Two callers at the same time mean the same payment. */
export const retryIdOf = ({ ids }: Pick<Services, 'ids'>, parent: Pick<Payment, 'id'>): string =>
  ids.keyed('retry', parent.id)

async function checkRetryable(services: Services, parent: Payment): Promise<void> {
  const paymentStatus = statusOfPhase[parent.phase]
  if (!['REJECTED', 'CANCELLED', 'ERROR'].includes(paymentStatus))
    throw new Refused('payment_not_retryable', { paymentStatus })
  if (await isOrderPaid(services, parent))
    throw new Refused('order_already_paid', { paymentStatus })
}

export const isOrderPaid = async (
  { payments }: Pick<Services, 'payments'>,
  { merchantId, order: { extOrderId } }: Payment,
): Promise<boolean> =>
  extOrderId !== undefined && (await payments.isOrderPaid(merchantId, extOrderId))
