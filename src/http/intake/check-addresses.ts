import { addressProblems, calledAddressRules } from '../../domain/web-address.ts'
import type { Caller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'

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
  { config }: Uses<'config'>,
  { merchant }: Pick<Caller, 'merchant'>,
  given: Addresses,
  asyncNotify?: string,
): void {
  const errors = addressProblems(
    calledAddressRules(config),
    {
      forBrowsers: {
        'merchant.url': given.url,
        'merchant.acsNotificationURL': given.acsNotificationURL,
      },
      forReturn: { 'merchant.redirectURL': given.redirectURL },
      calledByUs: { 'options.asyncNotify': asyncNotify },
    },
    merchant.settings.appLinks,
  )
  if (errors.length > 0) throw new Refused('invalid_request', { errors })
}
