import { addressProblems, calledAddressRules } from '../../domain/web-address.ts'
import { Refused } from '../refused.ts'
import type { Services } from '../services.ts'

interface Addresses {
  url?: string
  redirectURL?: string
  acsNotificationURL?: string
}

/**
 * Every address that a merchant gives could lead into our own network. Payers' browsers go to most of
 * them; the one that we call ourselves is judged as strictly as when it is called.
 */
export function checkAddresses(
  { config }: Pick<Services, 'config'>,
  merchant: Addresses,
  asyncNotify?: string,
): void {
  const forBrowsers = {
    'merchant.url': merchant.url,
    'merchant.redirectURL': merchant.redirectURL,
    'merchant.acsNotificationURL': merchant.acsNotificationURL,
  }
  const calledByUs = { 'options.asyncNotify': asyncNotify }
  const errors = addressProblems(calledAddressRules(config), forBrowsers, calledByUs)
  if (errors.length > 0) throw new Refused('invalid_request', { errors })
}
