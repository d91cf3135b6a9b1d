import type { Merchant } from '../../domain/merchant.ts'
import { appleMerchantIdOf } from '../../domain/merchant.ts'
import type { Services } from '../services.ts'

/** A session for the page that shows Apple's button: ours, or the merchant's own. */
export function openAppleSession(
  { appleSession, config }: Pick<Services, 'appleSession' | 'config'>,
  merchant: Merchant,
  { onOurPage }: { onOurPage: boolean },
): Promise<string | undefined> {
  const { publicUrl } = config.server
  const { hostname } = new URL(onOurPage ? publicUrl : (merchant.url ?? publicUrl))
  return appleSession({
    merchantIdentifier: appleMerchantIdOf(merchant),
    displayName: merchant.name,
    domainName: hostname,
  })
}
