import type { AcquirerNews } from '../../connectors/acquirer.ts'
import { ownerOf } from '../../domain/id.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'
import { reportDispute } from '../commands/report-dispute.ts'
import { warnOfFraud } from '../commands/warn-of-fraud.ts'

/** Older news of a charge that nobody knows is of one that was not made here. */
const MAY_BE_OURS_MS = 3_600_000

interface Source {
  merchantId: string
  /** The account that speaks. */
  via: string
  requestId: string
}

export type NewsOfCharge = Extract<AcquirerNews, { type: 'dispute' | 'fraudWarning' }>

/** Of a charge through this account; one that was never made here is another's business. */
export async function reportCharged(
  services: Uses<'gateway' | 'ids' | 'merchants' | 'payments'>,
  { merchantId, via, requestId }: Source,
  news: NewsOfCharge,
): Promise<void> {
  const { charge } = news
  const payment =
    'reference' in charge
      ? await services.payments.find(ownerOf(charge.reference))
      : await chargedAs(services, { merchantId, via, acquirerRef: charge.acquirerRef }, news)
  if (payment?.merchantId !== merchantId || payment.via !== via) return
  if (news.type === 'dispute') await reportDispute(services, payment, news, requestId)
  else await warnOfFraud(services, payment, news, requestId)
}

/**
 * The payment with this name at its acquirer. A charge whose answer was lost, or is on its way, has none
 * yet, and news of it must not be taken for another's: it is to be told again.
 */
async function chargedAs(
  { payments }: Uses<'payments'>,
  { merchantId, via, acquirerRef }: { merchantId: string; via: string; acquirerRef: string },
  news: NewsOfCharge,
): Promise<Payment | undefined> {
  // Asked first: the answer that is written down between the two questions is found by the second.
  const isAwaited = await payments.isChargeAwaited(merchantId, via)
  const payment = await payments.findByCharge(merchantId, acquirerRef)
  if (!payment && isAwaited && Date.now() - saidAt(news) < MAY_BE_OURS_MS)
    throw new Refused('unavailable', { detail: 'A charge has no answer yet: tell it again' })
  return payment
}

const saidAt = (news: NewsOfCharge): number =>
  news.type === 'fraudWarning' ? news.at : (news.facts.word?.at ?? 0)
