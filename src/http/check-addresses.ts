import { webAddressProblem } from '../domain/web-address.ts'
import { Refused } from './refused.ts'
import type { Services } from './services.ts'

interface Addresses {
  url?: string
  redirectURL?: string
  acsNotificationURL?: string
}

/** Every address that a merchant gives could lead into our own network. */
export function checkAddresses(
  { config }: Pick<Services, 'config'>,
  merchant: Addresses,
  asyncNotify?: string,
): void {
  const addresses = {
    'merchant.url': merchant.url,
    'merchant.redirectURL': merchant.redirectURL,
    'merchant.acsNotificationURL': merchant.acsNotificationURL,
    'options.asyncNotify': asyncNotify,
  }
  const errors = Object.entries(addresses).flatMap(([field, address]) => {
    const message = address && webAddressProblem(address, config.environment === 'sandbox')
    return message ? [{ field, message }] : []
  })
  if (errors.length > 0) throw new Refused('invalid_request', { errors })
}
