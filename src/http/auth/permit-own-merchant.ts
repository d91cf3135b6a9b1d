import type { Caller } from './caller.ts'
import { Refused } from '../refused.ts'

/** A body that names a merchant names the token's. */
export function permitOwnMerchant({ merchantId }: Caller, body: unknown): void {
  const { merchant } = (body ?? {}) as { merchant?: { merchantId?: unknown } | null }
  const named = merchant?.merchantId
  if (typeof named === 'string' && named !== merchantId) throw new Refused('wrong_merchant')
}
