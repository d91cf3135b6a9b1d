import type { Reported } from '../../domain/dispute/report-of.ts'
import { reportOf } from '../../domain/dispute/report-of.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { acceptedDispute } from '../lists/dispute-view.ts'
import type { Uses } from '../services.ts'

/** A provider's verified word about a dispute of a payment; said again, it changes nothing. */
export async function reportDispute(
  { gateway, ids }: Uses<'gateway' | 'ids'>,
  payment: Payment,
  reported: Reported,
  requestId: string,
): Promise<void> {
  const { report, commandId } = reportOf(payment, reported, ids.keyed)
  const meta = { commandId, actor: 'provider/acquirer' as const, requestId }
  acceptedDispute(await gateway.reportDispute(report, meta))
}
