import { addressProblems, calledAddressRules } from '../../domain/web-address.ts'
import { CommandFailure } from '../failure.ts'

export interface Addresses {
  url?: string
  redirectUrl?: string
  logoUrl?: string
  notificationUrl?: string
  acsNotificationUrl?: string
}

/** Refuses what the API would refuse; names are resolved, and judged again, when called. */
export function checkAddresses(
  config: Parameters<typeof calledAddressRules>[0],
  { notificationUrl, url, redirectUrl, logoUrl, acsNotificationUrl }: Addresses,
  appLinks?: readonly string[],
): void {
  const [first] = addressProblems(
    calledAddressRules(config),
    {
      forBrowsers: { url, logoUrl, acsNotificationUrl },
      forReturn: { redirectUrl },
      calledByUs: { notificationUrl },
    },
    appLinks,
  )
  if (first) throw new CommandFailure(`${first.field} ${first.message}`)
}
