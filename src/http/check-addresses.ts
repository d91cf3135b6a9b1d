import {
  calledAddressProblem,
  calledAddressRules,
  webAddressProblem,
} from '../domain/web-address.ts'
import { Refused } from './refused.ts'
import type { Services } from './services.ts'

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
  const addresses = {
    'merchant.url': merchant.url,
    'merchant.redirectURL': merchant.redirectURL,
    'merchant.acsNotificationURL': merchant.acsNotificationURL,
  }
  const forBrowsers = (address: string) =>
    webAddressProblem(address, config.environment === 'sandbox')
  const calledByUs = (address: string) => calledAddressProblem(address, calledAddressRules(config))
  const problems = [
    ...Object.entries(addresses).map(
      ([field, address]) => [field, address && forBrowsers(address)] as const,
    ),
    ['options.asyncNotify', asyncNotify && calledByUs(asyncNotify)] as const,
  ]
  const errors = problems.flatMap(([field, message]) => (message ? [{ field, message }] : []))
  if (errors.length > 0) throw new Refused('invalid_request', { errors })
}
