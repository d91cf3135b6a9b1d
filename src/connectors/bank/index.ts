import type { Settles } from '../acquirer.ts'
import { createHttp } from '../http.ts'
import type { ProviderOptions } from '../http.ts'
import { createClient } from './client.ts'
import type { Bank } from '../bank.ts'

export type { FollowUpRequest } from '../follow-up.ts'
export type { RefundInquiry, RefundOutcome } from '../refund.ts'
export { verifyReturnHash } from './return-hash.ts'
export type * from '../bank.ts'

export const createBank = (options: ProviderOptions): Bank & Settles =>
  createClient(createHttp(options))
