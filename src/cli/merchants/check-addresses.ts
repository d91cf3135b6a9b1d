import { addressProblems, calledAddressRules } from '../../domain/web-address.ts'
import { CommandFailure } from '../exit.ts'

export interface Addresses {
  url?: string
  redirectUrl?: string
  logoUrl?: string
  notificationUrl?: string
  acsNotificationUrl?: string
}

/** Refuses what leads into our own network; names are resolved, and judged again, when called. */
export function checkAddresses(
  environment: 'sandbox' | 'production',
  { notificationUrl, url, redirectUrl, logoUrl, acsNotificationUrl }: Addresses,
): void {
  const sandboxReceiverUrl = process.env.SANDBOX_RECEIVER_URL
  const rules = calledAddressRules({ environment, sandboxReceiverUrl })
  const forBrowsers = { url, redirectUrl, logoUrl, acsNotificationUrl }
  const [first] = addressProblems(rules, forBrowsers, { notificationUrl })
  if (first) throw new CommandFailure(`${first.field} ${first.message}`)
}
