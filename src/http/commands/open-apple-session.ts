import type { Merchant } from '../../domain/merchant.ts'
import type { Services } from '../services.ts'

/** A session for the page that shows Apple's button: ours, or the merchant's own. */
export function openAppleSession(
  { appleSession, config }: Pick<Services, 'appleSession' | 'config'>,
  { merchantId, name, url }: Merchant,
  { onOurPage }: { onOurPage: boolean },
): Promise<string | undefined> {
  const { publicUrl } = config.server
  const { hostname } = new URL(onOurPage ? publicUrl : (url ?? publicUrl))
  return appleSession({ merchantId, displayName: name, domainName: hostname })
}
