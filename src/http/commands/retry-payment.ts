import type { Payment } from '../../domain/payment/payment.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import { accepted } from './accepted.ts'
import { askerOf } from '../auth/caller.ts'
import type { Caller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import { retryCommand } from './retry-command.ts'
import type { PageTry } from './retry-command.ts'
import type { Uses } from '../services.ts'
import { hasFailed, retryIdOf, standingTry, triesOf } from './tries.ts'

interface Retry {
  parent: Payment
  caller: Caller
  requestId: string
  /** When the payer tries again on the page. */
  onPage?: PageTry
}

/**
 * The open or paid try of a failed payment, whoever asks for it and however often; a new one when all
 * have failed. The page counts its payer's tries, so it makes one of each payment and no second.
 */
export async function retryPayment(
  services: Uses<'gateway' | 'ids' | 'links' | 'payments'>,
  { parent, caller, requestId, onPage }: Retry,
): Promise<Payment> {
  const tries = await triesOf(services, parent)
  const earlier = onPage ? tries.at(-1) : await standingTry(services, tries)
  if (earlier) return earlier
  await checkRetryable(services, parent)
  const paymentId = retryIdOf(services, parent, tries.length + 1)
  await takeUse(services, parent, paymentId)
  const command = retryCommand(services, caller, parent, { paymentId, onPage })
  // The id is fixed, so a late start does no harm: it carries no time after which it must not be.
  const meta = { commandId: paymentId, ...askerOf(caller), requestId }
  return accepted(await services.gateway.create(command, meta)).payment
}

async function checkRetryable(services: Uses<'payments'>, parent: Payment): Promise<void> {
  const paymentStatus = statusOfPhase[parent.phase]
  if (!hasFailed(parent)) throw new Refused('payment_not_retryable', { paymentStatus })
  if (await isOrderPaid(services, parent))
    throw new Refused('order_already_paid', { paymentStatus })
}

/** A try that failed has given its use of a payment link back: another one may have it by now. */
async function takeUse(
  { links }: Uses<'links'>,
  { paymentLinkId: linkId, phase }: Payment,
  paymentId: string,
): Promise<void> {
  if (linkId === undefined) return
  const { type } = await links.take({ linkId, paymentId })
  if (type !== 'taken') throw new Refused('link_used', { paymentStatus: statusOfPhase[phase] })
}

export const isOrderPaid = async (
  { payments }: Uses<'payments'>,
  { merchantId, order: { extOrderId } }: Payment,
): Promise<boolean> =>
  extOrderId !== undefined && (await payments.isOrderPaid(merchantId, extOrderId))
