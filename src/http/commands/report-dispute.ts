import type { Report } from '../../domain/dispute/commands.ts'
import { disputeNamesOf } from '../../domain/dispute/names.ts'
import type { DisputeFacts } from '../../domain/dispute/facts.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { acceptedDispute } from '../lists/dispute-view.ts'
import type { Services } from '../services.ts'

interface Told {
  providerRef: string
  facts: DisputeFacts
  /** The same for each repetition. */
  eventId: string
}

/** A provider's verified word about a dispute of a payment; said again, it changes nothing. */
export async function reportDispute(
  { gateway, ids }: Pick<Services, 'gateway' | 'ids'>,
  payment: Payment,
  { providerRef, facts, eventId }: Told,
  requestId: string,
): Promise<void> {
  const names = disputeNamesOf(payment, providerRef)
  const report: Report = {
    name: 'report',
    disputeId: ids.keyed('dispute', names.provider, providerRef),
    names,
    facts,
  }
  const commandId = ids.keyed('dispute news', names.provider, eventId)
  const meta = { commandId, actor: 'provider/acquirer' as const, requestId }
  acceptedDispute(await gateway.reportDispute(report, meta))
}
