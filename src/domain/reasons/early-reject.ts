import type { Currency } from '../currency.ts'
import { methodFits } from '../instrument.ts'
import type { Method } from '../instrument.ts'
import type { MerchantSettings } from '../merchant.ts'
import type { Channel } from '../actor/channel.ts'
import type { ReasonCode } from './reason.ts'

interface PaymentAttempt {
  channel: Channel
  method: Method | 'UNKNOWN'
  currency: Currency
  options: { transKind: 'AUTH' | 'PREAUTH' | 'ACCT_FUNDING'; methods?: string[] }
}

/** What the merchant may not do at all: the payment then exists, but ends at once. */
export function earlyReject(
  { channels, methods, currencies }: MerchantSettings,
  { channel, method, currency, options }: PaymentAttempt,
): ReasonCode | undefined {
  if (!channels.includes(channel)) return 'CHANNEL_NOT_SUPPORTED'
  if (method !== 'UNKNOWN') {
    const isOffered = methods.includes(method) && (options.methods?.includes(method) ?? true)
    if (!isOffered) return 'METHOD_NOT_SUPPORTED'
  }
  if (!currencies.includes(currency)) return 'CURRENCY_NOT_SUPPORTED'
  if (method === 'UNKNOWN' || methodFits(method, currency, options.transKind === 'PREAUTH'))
    return undefined
  return 'METHOD_NOT_SUPPORTED'
}
