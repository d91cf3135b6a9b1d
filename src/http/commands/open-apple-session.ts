import { pageOrigin } from '../../domain/looks/page-host.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { appleMerchantIdOf } from '../../domain/merchant.ts'
import type { Uses } from '../services.ts'

/** A session for the page that shows Apple's button: ours, or the merchant's own. */
export function openAppleSession(
  { appleSession, config }: Uses<'appleSession' | 'config'>,
  merchant: Merchant,
  { onOurPage }: { onOurPage: boolean },
): Promise<string | undefined> {
  const { publicUrl } = config.server
  const ourPage = pageOrigin(publicUrl, merchant.settings)
  const { hostname } = new URL(onOurPage ? ourPage : (merchant.url ?? ourPage))
  return appleSession({
    merchantIdentifier: appleMerchantIdOf(merchant),
    displayName: merchant.name,
    domainName: hostname,
  })
}
