import { fraudRefundMinor } from '../../domain/dispute/fraud-refunds.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Uses } from '../services.ts'
import { accepted } from './accepted.ts'

/**
 * A bank's warning, told to its payment with what the merchant wants to be given back at this moment; said
 * again, it changes nothing.
 */
export async function warnOfFraud(
  { gateway, ids, merchants }: Uses<'gateway' | 'ids' | 'merchants'>,
  payment: Payment,
  { warningId, at }: { warningId: string; at: number },
  requestId: string,
): Promise<void> {
  const merchant = await merchants.find(payment.merchantId)
  const refundsUpToMinor = fraudRefundMinor(merchant?.settings.fraudRefunds, payment.order.currency)
  const command = { name: 'warn', warning: { warningId, at }, refundsUpToMinor } as const
  const commandId = ids.keyed('fraud warning', payment.id, warningId)
  const meta = { commandId, actor: 'provider/acquirer' as const, requestId }
  accepted(await gateway.send(payment, command, meta))
}
