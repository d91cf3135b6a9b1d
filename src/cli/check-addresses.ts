import {
  calledAddressProblem,
  calledAddressRules,
  webAddressProblem,
} from '../domain/web-address.ts'
import { CommandFailure } from './exit.ts'

export interface Addresses {
  url?: string
  redirectUrl?: string
  logoUrl?: string
  notificationUrl?: string
}

/** Refuses what leads into our own network; names are resolved, and judged again, when called. */
export function checkAddresses(
  environment: 'sandbox' | 'production',
  { url, redirectUrl, logoUrl, notificationUrl }: Addresses,
): void {
  const rules = calledAddressRules({
    environment,
    sandboxReceiverUrl: process.env.SANDBOX_RECEIVER_URL,
  })
  const problems = {
    ...Object.fromEntries(
      Object.entries({ url, redirectUrl, logoUrl }).map(([name, address]) => [
        name,
        address && webAddressProblem(address, rules.sandbox),
      ]),
    ),
    notificationUrl: notificationUrl && calledAddressProblem(notificationUrl, rules),
  }
  for (const [name, problem] of Object.entries(problems))
    if (problem) throw new CommandFailure(`${name} ${problem}`)
}
